import { buildChildLists, TOP } from '../contract/rules/checklist/child-lists.ts';
import type { Element } from '../contract/entities/element.ts';
import type { Item } from '../contract/entities/item.ts';
import type { DealRows } from '../contract/entities/changes.ts';
import { camelize } from './codec.ts';
import { childListKey, type RowChange } from './outbox/draft.ts';
import type { ChildListRow, DealCollection, ElementRow, ItemRow, MirrorRows } from './rows.ts';

/** Elements of the wire as rows without their places, and the places as lists. The top level always has one. */
export function elementRows(
  transaction: string,
  wire: readonly Element[],
): { elements: ElementRow[]; lists: ChildListRow[] } {
  const elements = wire.map(elementRow);
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

/** An element of the wire without its place. */
export function elementRow({ order: _order, parent_element: _parent, ...rest }: Element): ElementRow {
  return camelize(rest);
}

/** An item of the wire as a row; its place is its element's. */
export function itemRow({ element_order: _order, element_parent: _parent, ...rest }: Item): ItemRow {
  return camelize(rest);
}

/** Rows of a deal's collections as the wire tells them. */
export function dealRows({ elements, items, ...others }: DealRows): {
  [Collection in DealCollection]: MirrorRows[Collection][];
} {
  return { elements: elements.map(elementRow), items: items.map(itemRow), ...camelize(others) };
}

/** Rows of a collection, to be put where they belong. */
export function putRows<Collection extends DealCollection>(
  table: Collection,
  rows: readonly MirrorRows[Collection][],
): RowChange<Collection>[] {
  return rows.map((row) => ({ table, key: row.uuid, row }));
}
