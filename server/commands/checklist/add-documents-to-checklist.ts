import type { Kysely } from 'kysely';
import type * as z from 'zod';
import type {
  itemsFromDocumentsAnswerSchema,
  itemsFromDocumentsSchema,
} from '../../../src/contract/entities/checklist/item.ts';
import { seesDeal } from '../../policies/deal-access.ts';
import { invalid, notFound } from '../../refusal.ts';
import { loadTree } from '../../store/deals/checklist-tree.ts';
import { dealsOfRows } from '../../store/deals/deal-of.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { Tables } from '../../store/tables.ts';
import { insertItem } from './create-item.ts';

type Input = z.output<typeof itemsFromDocumentsSchema>;
type Answer = z.output<typeof itemsFromDocumentsAnswerSchema>;

/** Returns the deal of the first existing document. The command checks whether the others belong to it. */
export async function dealOfDocuments(db: Kysely<Tables>, input: Input): Promise<string | null> {
  const { deals } = await dealsOfRows(db, 'documents', input.documents.map(documentId));
  return deals[0] ?? null;
}

/**
 * Creates one item and one element at the end of the top level for each document, in the given order
 * (docs/product/documents.md, "Adding documents to the checklist"). For a document that is already on the checklist,
 * it returns the existing item. The response leaves out documents of this deal that somebody has deleted; the others
 * are added.
 * @throws {Refusal} `invalid` if one is not converted, or the documents belong to several deals; `not_found` if none
 * is left, or one was never in this deal
 */
export async function addDocumentsToChecklist(scope: DealWrite, input: Input): Promise<Answer> {
  const { tx, deal } = scope;
  const rows = await documentsAsked(scope, input);
  const tree = await loadTree(tx, deal.uuid);
  const elementOf = new Map([...tree.elements.values()].map((element) => [element.item, element.uuid]));
  const answer: Answer = [];
  for (const asked of input.documents) {
    const row = rows.get(documentId(asked));
    if (!row) continue;
    if (row.item_id === null) {
      assertConverted(row, 'documents');
      const ids =
        typeof asked === 'string' ? {} : { uuid: asked.item_uuid, element_uuid: asked.element_uuid };
      const item = await insertItem(scope, tree, {
        ...ids,
        name: row.name,
        document: row.uuid,
        for_signing: row.signing_type === 'to_be_signed',
        fully_executed: row.signing_type === 'fully_executed',
      });
      row.item_id = item.uuid;
      elementOf.set(item.uuid, item.element);
      await tx
        .updateTable('documents')
        .set({ item_id: row.item_id, in_queue: false, ...scope.stamp })
        .where('uuid', '=', row.uuid)
        .execute();
      scope.put('documents', row.uuid, { fields: ['item_id', 'in_queue'], name: row.name });
    }
    const element = elementOf.get(row.item_id);
    if (element === undefined) throw notFound('The item of this document');
    answer.push({ document_id: row.uuid, item_uuid: row.item_id, element_uuid: element });
  }
  return answer;
}

/** The documents that are not deleted, by id. @throws {Refusal} if one belongs to another deal or never existed */
async function documentsAsked(scope: DealWrite, input: Input): Promise<Map<string, RowOf<'documents'>>> {
  const { tx, deal, user } = scope;
  const rows = await tx
    .selectFrom('documents')
    .selectAll()
    .where('uuid', 'in', input.documents.map(documentId))
    .where((where) => where.or([where('deleted_at', 'is', null), where('transaction', '=', deal.uuid)]))
    .execute();
  const known = new Set(rows.map((row) => row.uuid));
  if (!input.documents.every((asked) => known.has(documentId(asked))))
    throw notFound('One of these documents');
  const foreign = [...new Set(rows.map((row) => row.transaction))].filter((uuid) => uuid !== deal.uuid);
  for (const uuid of foreign) {
    const other = await tx
      .selectFrom('transactions')
      .select(['uuid', 'organization'])
      .where('uuid', '=', uuid)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!other || !user || !(await seesDeal(tx, other, user))) throw notFound('One of these documents');
  }
  if (foreign.length > 0) {
    throw invalid(
      'These documents belong to different transactions. Add the documents of one transaction at a time.',
      'documents',
    );
  }
  return new Map(rows.filter((row) => row.deleted_at === null).map((row) => [row.uuid, row]));
}

/** @throws {Refusal} `invalid`, with the field that named it */
export function assertConverted(row: RowOf<'documents'>, field: string): void {
  if (row.conversion_status === 'error' || row.error_message !== null) {
    throw invalid(`${row.name} could not be converted. Remove it from the queue, or upload it again.`, field);
  }
  if (row.conversion_status !== 'complete') {
    throw invalid(`${row.name} is still being converted. You can add it when that’s done.`, field);
  }
}

function documentId(asked: Input['documents'][number]): string {
  return typeof asked === 'string' ? asked : asked.document_id;
}
