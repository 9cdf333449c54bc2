import { buildChildLists, TOP } from '../contract/rules/child-lists.ts';
import type { Element } from '../contract/entities/element.ts';
import type { Item } from '../contract/entities/item.ts';
import { camelize } from './codec.ts';
import { childListKey } from './draft.ts';
import type { ChildListRow, ElementRow, ItemRow } from './rows.ts';

/** Elements of the wire as rows without their places, and the places as lists. The top level always has one. */
export function elementRows(
  transaction: string,
  wire: readonly Element[],
): { elements: ElementRow[]; lists: ChildListRow[] } {
  const elements = wire.map(({ order: _order, parent_element: _parent, ...rest }) => camelize(rest));
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

/** Items of the wire as rows; their places are their elements'. */
export function itemRows(wire: readonly Item[]): ItemRow[] {
  return wire.map(({ element_order: _order, element_parent: _parent, ...rest }) => camelize(rest));
}
