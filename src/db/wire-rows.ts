import {
  COLLECTION_NAMED,
  type CollectionName,
  type WireRow,
} from '../contract/collections/deal-collections.ts';
import { buildChildLists, TOP } from '../contract/rules/checklist/child-lists.ts';
import type { Element } from '../contract/entities/checklist/element.ts';
import { camelize } from './codec.ts';
import { childListKey, type RowChange } from './outbox/draft.ts';
import type { ChildListRow, CollectionRow, ElementRow } from './rows.ts';

/** Converts elements from the wire to rows without their places, and the places to lists. The top level always has one. */
export function elementRows(
  transaction: string,
  wire: readonly Element[],
): { elements: ElementRow[]; lists: ChildListRow[] } {
  const elements = wire.map((element) => mirrorRow('elements', element));
  const lists = new Map<string, readonly string[]>([[TOP, []], ...buildChildLists(wire)]);
  return {
    elements,
    lists: [...lists].map(([parent, children]) => ({
      key: childListKey(transaction, parent),
      transaction,
      parent,
      children: [...children],
    })),
  };
}

/** Returns a wire row in the form that the mirror stores: in camelCase, and without its place on the checklist. */
export function mirrorRow<Name extends CollectionName>(name: Name, wire: WireRow<Name>): CollectionRow<Name>;
export function mirrorRow(name: CollectionName, wire: object): unknown {
  const { placeFields } = COLLECTION_NAMED[name];
  if (placeFields.length === 0) return camelize(wire);
  const row = { ...wire };
  for (const field of placeFields) Reflect.deleteProperty(row, field);
  return camelize(row);
}

/** Wire rows, to be stored in their collection's table. */
export function putRows(
  name: CollectionName,
  rows: readonly WireRow<CollectionName>[],
): RowChange<CollectionName>[];
export function putRows(
  table: CollectionName,
  rows: readonly WireRow<CollectionName>[],
): { table: CollectionName; key: string; row: unknown }[] {
  return rows.map((row) => ({ table, key: row.uuid, row: mirrorRow(table, row) }));
}

/** Deleted rows. */
export function deleteRows(table: CollectionName, keys: readonly string[]): RowChange<CollectionName>[] {
  return keys.map((key) => ({ table, key, row: null }));
}
