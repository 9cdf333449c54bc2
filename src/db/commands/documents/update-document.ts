import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import { sameFields } from '../checklist/same-fields.ts';
import { fieldsBefore, stillHas, withEdits } from '../checklist/with-edits.ts';

export interface UpdateDocumentArgs {
  transaction: string;
  uuid: string;
  edits: { name?: string | undefined; signingType?: SigningType | undefined };
  /** It stands on the checklist, and not in the upload queue any more. */
  placed?: boolean | undefined;
}

export const updateDocumentDefinition: CommandDefinition<UpdateDocumentArgs> = {
  name: 'document.update',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'documents', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'documents', key: args.uuid }),
  replaces: sameFields,
  wording: {
    of: (args) => args.edits.name,
    with: (args, name) => ({ ...args, edits: { ...args.edits, name } }),
  },
  apply(draft, args) {
    const document = draft.get('documents', args.uuid);
    if (document) draft.put('documents', args.uuid, withEdits(document, args.edits));
  },
  inverse(args, before) {
    const row = before.get('documents', args.uuid);
    if (!row) return [];
    const back = { ...args, edits: fieldsBefore(row, args.edits) };
    return [
      step(updateDocumentDefinition, back, (shown) =>
        stillHas(shown.get('documents', args.uuid), args.edits),
      ),
    ];
  },
  request: ({ uuid, edits, placed = false }) =>
    requestTo('documents', 'update', {
      id: uuid,
      name: edits.name,
      signing_type: edits.signingType,
      // Somebody may have added it to the checklist by the time that this arrives: its item is to have it, too.
      ...(!placed && { in_queue: true }),
    }),
  refreshes: ['documents', 'items'],
  // The checklist and the Upload Queue have different messages (docs/product/checklist.md and upload-queue.md, "Messages").
  failure: ({ placed = false }) =>
    placed
      ? 'There was a problem attempting to update the document'
      : 'There was a problem saving your changes',
};

/** Changes a document that is on the server. */
export async function updateDocument(db: MirrorDatabase, args: UpdateDocumentArgs): Promise<Step[]> {
  return mutate(db, updateDocumentDefinition, args);
}
