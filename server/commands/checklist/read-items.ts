import type { Item } from '../../../src/contract/entities/item.ts';
import { presentItem } from '../../present/present-item.ts';
import { itemById, listItems, pagesOfDocuments, type ItemWithPlace } from '../../store/deals/items.ts';
import type { Tx } from '../../store/tables.ts';

/** The items of a deal; `among` = those of these ids alone. */
export async function readItems(tx: Tx, deal: string, among?: readonly string[]): Promise<Item[]> {
  return withPages(tx, await listItems(tx, deal, among));
}

/** @throws {Refusal} `not_found` */
export async function readItem(tx: Tx, deal: string, uuid: string): Promise<Item> {
  const row = await itemById(tx, deal, uuid);
  const pages = await pagesOfDocuments(tx, row.document === null ? [] : [row.document]);
  return presentItem(row, pages.get(row.document ?? '') ?? []);
}

async function withPages(tx: Tx, rows: readonly ItemWithPlace[]): Promise<Item[]> {
  const pages = await pagesOfDocuments(
    tx,
    rows.flatMap((row) => (row.document === null ? [] : [row.document])),
  );
  return rows.map((row) => presentItem(row, pages.get(row.document ?? '') ?? []));
}
