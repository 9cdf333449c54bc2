import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, step } from '../../outbox/mutate.ts';

export interface RenameHeaderArgs {
  transaction: string;
  uuid: string;
  label: string;
}

export const renameHeaderDefinition: CommandDefinition<RenameHeaderArgs> = {
  name: 'header.rename',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'elements', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'elements', key: args.uuid }),
  replaces: () => true,
  wording: { of: (args) => args.label, with: (args, label) => ({ ...args, label }) },
  apply(draft, args) {
    const element = draft.get('elements', args.uuid);
    if (element) draft.put('elements', args.uuid, { ...element, label: args.label });
  },
  inverse(args, before) {
    const label = before.get('elements', args.uuid)?.label ?? null;
    if (label === null) return [];
    const isLeft = (shown: Draft) => shown.get('elements', args.uuid)?.label === args.label;
    return [step(renameHeaderDefinition, { ...args, label }, isLeft)];
  },
  request: (args) =>
    requestTo('elements', 'update', {
      params: { id: args.uuid },
      query: { transaction: args.transaction },
      body: { label: args.label },
    }),
  refreshes: ['elements'],
  failure: 'There was a problem attempting to update the header',
};

/** Gives a header another name. */
export async function renameHeader(db: MirrorDatabase, args: RenameHeaderArgs): Promise<Step[]> {
  return mutate(db, renameHeaderDefinition, args);
}
