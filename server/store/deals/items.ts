import { sql } from 'kysely';
import type { CollationProblem } from '../../../src/contract/rules/closing/collation-problems.ts';
import { notFound } from '../../refusal.ts';
import type { Tx } from '../tables.ts';
import type { Which, RowOf } from './collection-rows.ts';

/** An item with its place on the checklist, which is its element's, and its executed document. */
export type ItemWithPlace = RowOf<'items'> & {
  element_uuid: string;
  element_order: number;
  element_parent: string | null;
  collation_requested_at: Date | null;
  collation_problem: CollationProblem | null;
  collated_at: Date | null;
  executed_file_key: string | null;
  executed_num_pages: number | null;
  executed_size: number | null;
};

function itemsWithPlaces(tx: Tx) {
  return tx
    .selectFrom('items')
    .innerJoin('elements', 'elements.item', 'items.uuid')
    .leftJoin('collations', 'collations.item', 'items.uuid')
    .selectAll('items')
    .select([
      'elements.uuid as element_uuid',
      'elements.order as element_order',
      'elements.parent_element as element_parent',
      'collations.requested_at as collation_requested_at',
      'collations.problem as collation_problem',
      'collations.collated_at as collated_at',
      'collations.file_key as executed_file_key',
      'collations.num_pages as executed_num_pages',
      'collations.size as executed_size',
    ]);
}

function itemsOf(tx: Tx, deal: string) {
  return itemsWithPlaces(tx).where('items.transaction', '=', deal).where('items.deleted_at', 'is', null);
}

/** Returns items in the order in which they were created. */
export async function selectItems(tx: Tx, which: Which): Promise<ItemWithPlace[]> {
  const ids = 'deal' in which ? which.among : which.uuids;
  if (ids?.length === 0) return [];
  let query = 'deal' in which ? itemsOf(tx, which.deal) : itemsWithPlaces(tx);
  if (ids) query = query.where(sql<boolean>`items.uuid = any(${ids}::uuid[])`);
  return query.orderBy('items.created_at').orderBy('items.uuid').execute();
}

/** Returns undefined if the deal doesn't have the item, or no longer has it. */
export async function liveItem(tx: Tx, deal: string, uuid: string): Promise<ItemWithPlace | undefined> {
  return itemsOf(tx, deal).where('items.uuid', '=', uuid).executeTakeFirst();
}

/** @throws {Refusal} `not_found` */
export async function itemById(tx: Tx, deal: string, uuid: string): Promise<ItemWithPlace> {
  const row = await liveItem(tx, deal, uuid);
  if (!row) throw notFound('This document');
  return row;
}

/** Returns pages of documents, by document, in page order. */
export async function pagesOfDocuments(
  tx: Tx,
  documents: readonly string[],
): Promise<Map<string, { uuid: string; ref_page_number: number }[]>> {
  const byDocument = new Map<string, { uuid: string; ref_page_number: number }[]>();
  for (let from = 0; from < documents.length; from += 10_000) {
    const rows = await tx
      .selectFrom('document_pages')
      .select(['uuid', 'document', 'ref_page_number'])
      .where('document', 'in', documents.slice(from, from + 10_000))
      .orderBy('document')
      .orderBy('ref_page_number')
      .execute();
    for (const { document, ...page } of rows) {
      const pages = byDocument.get(document);
      if (pages) pages.push(page);
      else byDocument.set(document, [page]);
    }
  }
  return byDocument;
}
