import { insertElement, TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { signingFlags } from '../../../contract/rules/documents/signing-type.ts';
import { answerTo } from '../../outbox/answer-to.ts';
import { announceChanges, announceWork } from '../../change-sets.ts';
import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables } from '../../outbox/fold.ts';
import { instead } from '../../outbox/given-ids.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import type { DocumentRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { newElementRow, newItemRow } from '../checklist/new-rows.ts';

export interface AddDocumentsArgs {
  transaction: string;
  documents: {
    documentId: string;
    itemUuid: string;
    elementUuid: string;
    /**
     * The file when the edit was made, because the checklist shows its item even after the file is gone. Absent if an earlier
     * version made the edit.
     */
    file?: Pick<DocumentRow, 'name' | 'signingType'> | undefined;
  }[];
}

export const addDocumentsDefinition: CommandDefinition<AddDocumentsArgs> = {
  name: 'documents.add-to-transaction',
  lane: (args) => args.transaction,
  keys: (args) =>
    args.documents.flatMap((each) => [
      { table: 'documents' as const, key: each.documentId },
      { table: 'items' as const, key: each.itemUuid },
      { table: 'elements' as const, key: each.elementUuid },
    ]),
  structural: true,
  creates: (args) => args.documents.flatMap((each) => [each.itemUuid, each.elementUuid]),
  refersTo: (args) => args.documents.flatMap((each) => [each.documentId, each.elementUuid]),
  touches: (args) => args.documents.flatMap((each) => [each.documentId, each.elementUuid]),
  apply(draft, { transaction, documents }, stamp) {
    for (const { documentId, itemUuid, elementUuid } of documents) {
      const document = draft.get('documents', documentId);
      // The server leaves out documents that were deleted before.
      if (!document) continue;
      draft.put('documents', documentId, { ...document, inQueue: false, itemId: itemUuid });
      if (!draft.get('items', itemUuid)) {
        const item = newItemRow({ uuid: itemUuid, transaction, name: document.name }, document, stamp);
        draft.put('items', itemUuid, { ...item, ...signingFlags(document.signingType) });
      }
      if (!draft.get('elements', elementUuid)) {
        draft.put(
          'elements',
          elementUuid,
          newElementRow({ elementUuid, transaction }, { item: itemUuid }, stamp),
        );
      }
      draft.setLists(insertElement(draft.lists, { id: elementUuid, parent: TOP }));
    }
  },
  request: (args) =>
    requestTo('items', 'fromDocuments', {
      documents: args.documents.map((each) => ({
        document_id: each.documentId,
        item_uuid: each.itemUuid,
        element_uuid: each.elementUuid,
      })),
    }),
  refreshes: ['documents', 'items', 'elements'],
  failure: 'There was a problem adding the documents to the transaction.',
  // A document that somebody else has put on the checklist in the meantime already has its item.
  remaps(args, answer) {
    const added = addedBy(answer);
    return new Map(
      args.documents.flatMap(({ documentId, itemUuid, elementUuid }) => [
        ...instead(itemUuid, added.get(documentId)?.['item_uuid']),
        ...instead(elementUuid, added.get(documentId)?.['element_uuid']),
      ]),
    );
  },
  // The server leaves out documents that somebody has deleted.
  done(args, answer) {
    const gone = leftOut(args, answer);
    return { ...args, documents: args.documents.filter((each) => !gone.includes(each)) };
  },
  success(args, answer) {
    const gone = leftOut(args, answer);
    const length = args.documents.length - gone.length;
    const message = `${length} ${length === 1 ? 'document' : 'documents'} successfully added to transaction.`;
    return gone.length === 0 ? message : `${message} ${deletedMessage(gone)}`;
  },
};

/** Documents that the server has not added; none if the response doesn't say. */
function leftOut({ documents }: AddDocumentsArgs, answer: unknown): AddDocumentsArgs['documents'] {
  const added = addedBy(answer);
  return added.size === 0 ? [] : documents.filter(({ documentId }) => !added.has(documentId));
}

function deletedMessage(gone: AddDocumentsArgs['documents']): string {
  const names = gone.map(({ file }) => (file ? `“${file.name}”` : 'A document'));
  const verb = gone.length === 1 ? 'was' : 'were';
  return `${names.join(', ')} ${verb} deleted in the meantime and could not be added.`;
}

/** The server's response for each document that it added, by the document's id. */
function addedBy(answer: unknown): Map<unknown, Record<string, unknown>> {
  return new Map(asRecords(answer).map((each) => [each['document_id'], each]));
}

function asRecords(answer: unknown): Record<string, unknown>[] {
  return Array.isArray(answer) ? answer.map((each: object) => ({ ...each })) : [];
}

/**
 * Moves documents from the upload queue to the end of the checklist, in the given order. `answered` is whether the server has
 * done it, once that is known.
 */
export async function addDocumentsToTransaction(
  db: MirrorDatabase,
  { transaction, documentIds }: { transaction: string; documentIds: readonly string[] },
): Promise<{ answered: Promise<boolean> }> {
  const id = newUuid();
  const set = await db.transaction('rw', foldedTables(db), async () => {
    const rows = await db.documents.bulkGet([...documentIds]);
    const documents = documentIds.map((documentId, index) => {
      const row = rows[index];
      const file = row && { name: row.name, signingType: row.signingType };
      return { documentId, itemUuid: newUuid(), elementUuid: newUuid(), file };
    });
    return mutateIn(db, addDocumentsDefinition, { transaction, documents }, { id });
  });
  announceChanges(db.userId, [set]);
  announceWork(db.userId);
  return { answered: answerTo(db, id) };
}
