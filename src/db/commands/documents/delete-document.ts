import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import type { Batch, DocumentRow, ItemRow } from '../../rows.ts';
import { withoutVersion } from './file-version.ts';

export interface DeleteDocumentArgs {
  transaction: string;
  uuid: string;
  /** The checklist item that it is a version of. Without its current version, the item stays, to be drafted again. */
  item?: string | undefined;
  /** One of several documents that were deleted together. */
  together?: boolean | undefined;
  /** The document was removed from the upload queue. The server keeps it if it is on the checklist by then. */
  inQueue?: boolean | undefined;
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
    // Somebody has added it to the checklist since, so the server will keep it.
    if (args.inQueue && draft.get('documents', args.uuid)?.inQueue === false) return;
    draft.remove('documents', args.uuid);
    const item = args.item === undefined ? undefined : draft.get('items', args.item);
    if (item) draft.put('items', item.uuid, withoutVersion(item, args.uuid));
  },
  inverse(args, before) {
    const row = before.get('documents', args.uuid);
    // Removing a document from the queue works differently, and cannot be undone.
    if (!row || row.inQueue) return [];
    const { transaction, item = null } = args;
    const waits = waitedAs(item === null ? null : before.get('items', item), args.uuid);
    return [
      step(
        restoreDocumentDefinition,
        { transaction, row, item, ...(waits !== null && { waits }) },
        (shown) => shown.get('documents', args.uuid) === null,
      ),
    ];
  },
  request: ({ uuid, inQueue = false }) =>
    requestTo('documents', 'delete', {
      params: { id: uuid },
      ...(inQueue && { query: { in_queue: 'true' } }),
    }),
  // The server also unmarks its pages.
  refreshes: ['documents', 'items', 'signaturePages', 'assignments'],
  failure: ({ together = false }) =>
    together ? 'There was a problem deleting those documents' : 'There was a problem deleting the document',
  batchSuccess: { words: removedMessage, inPart: true },
};

/** The message about removed files, from docs/product/upload-queue.md, "Messages". */
export function removedMessage({ count, selected }: Pick<Batch, 'count' | 'selected'>): string {
  if (!selected) return 'Document has been removed from the Upload Queue.';
  return `${count} ${count === 1 ? 'document has' : 'documents have'} been deleted from the Upload Queue.`;
}

/** The message about files that were to be removed from the queue but are already on the checklist. */
export function offlineMessage(count: number): string {
  return count === 1
    ? '1 file was kept because it is on the checklist.'
    : `${count} files were kept because they are on the checklist.`;
}

/** The roles in which a version waits to become current. */
export const WAITS = ['pendingVersionDocument', 'pendingConversionDocument'] as const;

function waitedAs(item: ItemRow | null, document: string): (typeof WAITS)[number] | null {
  return WAITS.find((place) => item?.[place] === document) ?? null;
}

export interface RestoreDocumentArgs {
  transaction: string;
  /** The document as it was before its deletion. */
  row: DocumentRow;
  /** Its item. The document becomes current again if the item has no current document. */
  item: string | null;
  /** The role in which it waited to become current; absent = it wasn't waiting. */
  waits?: (typeof WAITS)[number] | undefined;
}

/** Undoes the deletion of a checklist file. */
export const restoreDocumentDefinition: CommandDefinition<RestoreDocumentArgs> = {
  name: 'document.restore',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'documents', key: args.row.uuid },
    ...(args.item === null ? [] : [{ table: 'items' as const, key: args.item }]),
  ],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.row.uuid],
  touches: (args) => [args.row.uuid],
  apply(draft, { row, item: itemId, waits }) {
    if (!draft.get('documents', row.uuid)) draft.put('documents', row.uuid, row);
    const item = itemId === null ? null : draft.get('items', itemId);
    const place = item?.document === null ? 'document' : waits;
    if (item && place !== undefined && item[place] === null)
      draft.put('items', item.uuid, { ...item, [place]: row.uuid });
  },
  inverse: ({ transaction, row, item }) => [
    step(
      deleteDocumentDefinition,
      { transaction, uuid: row.uuid, item: item ?? undefined },
      (shown) => shown.get('documents', row.uuid) !== null,
    ),
  ],
  request: ({ transaction, row }) =>
    requestTo('transactions', 'restore', { id: transaction, kind: 'document', uuid: row.uuid }),
  refreshes: ['documents', 'items', 'signaturePages', 'assignments'],
  failure: 'There was a problem attempting to restore the document',
};

/** Deletes documents that are on the server, as one act. */
export async function deleteDocuments(
  db: MirrorDatabase,
  documents: readonly DeleteDocumentArgs[],
): Promise<Step[]> {
  return runSteps(
    db,
    documents.map((each) => step(deleteDocumentDefinition, each)),
  );
}
