import { elementCollection } from '../../../contract/collections/elements.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo, type Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { defineEdit } from '../collections/edit-row.ts';

export interface RenameHeaderArgs {
  transaction: string;
  uuid: string;
  label: string;
}

export const renameHeaderDefinition = defineEdit(elementCollection, {
  verb: 'rename',
  editsOf: ({ label }: RenameHeaderArgs) => ({ label }),
  withEdits: (args, { label }) => ({ ...args, label }),
  request: (args) =>
    requestTo('elements', 'update', {
      params: { id: args.uuid },
      query: { transaction: args.transaction },
      body: { label: args.label },
    }),
});

/** Renames a header. */
export async function renameHeader(db: MirrorDatabase, args: RenameHeaderArgs): Promise<Step[]> {
  return mutate(db, renameHeaderDefinition, args);
}
