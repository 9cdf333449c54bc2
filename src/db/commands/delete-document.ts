import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';

export interface DeleteDocumentArgs {
  transaction: string;
  uuid: string;
  /** One of several that were deleted together. */
  together?: boolean | undefined;
  /** What is said once the server has done it; one of several says it for all. */
  says?: string | undefined;
}

export const deleteDocumentDefinition: CommandDefinition<DeleteDocumentArgs> = {
  name: 'document.delete',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'documents', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply: (draft, args) => draft.remove('documents', args.uuid),
  request: (args) => requestTo('documents', 'delete', { id: args.uuid }),
  refreshes: ['documents'],
  failure: ({ together = false }) =>
    together ? 'There was a problem deleting those documents' : 'There was a problem deleting the document',
  success: ({ says = null }) => says,
};

/** Deletes a document that is on the server. */
export async function deleteDocument(db: MirrorDatabase, args: DeleteDocumentArgs): Promise<void> {
  await mutate(db, deleteDocumentDefinition, args);
}
