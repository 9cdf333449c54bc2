import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';
import type { Batch } from '../rows.ts';
import { withoutVersion } from './file-version.ts';

export interface DeleteDocumentArgs {
  transaction: string;
  uuid: string;
  /** The item on the checklist whose version it is: without its current one it stays, to be drafted again. */
  item?: string | undefined;
  /** One of several that were deleted together. */
  together?: boolean | undefined;
}

export const deleteDocumentDefinition: CommandDefinition<DeleteDocumentArgs> = {
  name: 'document.delete',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'documents', key: args.uuid },
    ...(args.item === undefined ? [] : [{ table: 'items' as const, key: args.item }]),
  ],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply(draft, args) {
    draft.remove('documents', args.uuid);
    const item = args.item === undefined ? undefined : draft.get('items', args.item);
    if (item) draft.put('items', item.uuid, withoutVersion(item, args.uuid));
  },
  request: (args) => requestTo('documents', 'delete', { id: args.uuid }),
  refreshes: ['documents', 'items'],
  failure: ({ together = false }) =>
    together ? 'There was a problem deleting those documents' : 'There was a problem deleting the document',
  batchSuccess: { words: removedMessage, inPart: true },
};

/** What is said of what has gone from the queue, in the words of upload spec 8. */
export function removedMessage({ count, selected }: Pick<Batch, 'count' | 'selected'>): string {
  if (!selected) return 'Document has been removed from the Upload Queue.';
  return `${count} ${count === 1 ? 'document has' : 'documents have'} been deleted from the Upload Queue.`;
}

/** Deletes a document that is on the server. */
export async function deleteDocument(db: MirrorDatabase, args: DeleteDocumentArgs): Promise<void> {
  await mutate(db, deleteDocumentDefinition, args);
}
