import { sql } from 'kysely';
import {
  parentElement,
  buildChildLists,
  placesOf,
  type ChildLists,
} from '../../../src/contract/rules/checklist/child-lists.ts';
import type { Tx } from '../tables.ts';
import type { RowOf } from './collection-rows.ts';
import type { DealWrite } from './deal-write.ts';

export type TreeElement = Pick<
  RowOf<'elements'>,
  'uuid' | 'item' | 'task' | 'label' | 'order' | 'parent_element'
>;

/** A deal's checklist, read under the deal's lock. */
export type ChecklistTree = { elements: Map<string, TreeElement>; lists: Map<string, string[]> };

export async function loadTree(tx: Tx, deal: string): Promise<ChecklistTree> {
  const rows = await tx
    .selectFrom('elements')
    .select(['uuid', 'item', 'task', 'label', 'order', 'parent_element'])
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .execute();
  return { elements: new Map(rows.map((row) => [row.uuid, row])), lists: buildChildLists(rows) };
}

/**
 * Writes changed lists: every element whose position differs, and each changed list once in the change log, no matter how
 * many siblings shift. `named` are the elements that a person moved. Only these count as changed rows, with a new version;
 * the shifted ones are in the lists.
 */
export async function saveLists(
  scope: DealWrite,
  tree: ChecklistTree,
  changed: ChildLists,
  named: readonly string[] = [],
): Promise<void> {
  const shifted: { uuid: string; order: number; parent: string | null }[] = [];
  for (const [uuid, { parent, index }] of placesOf(changed)) {
    const before = tree.elements.get(uuid);
    const above = parentElement(parent);
    if (!before || before.order !== index || before.parent_element !== above) {
      shifted.push({ uuid, order: index, parent: above });
    }
  }
  if (shifted.length === 0) return;
  await sql`
    update elements
    set "order" = place.position, parent_element = place.parent
    from unnest(
      ${shifted.map((place) => place.uuid)}::uuid[],
      ${shifted.map((place) => place.order)}::int[],
      ${shifted.map((place) => place.parent)}::uuid[]
    ) as place (uuid, position, parent)
    where elements.uuid = place.uuid and elements.transaction = ${scope.deal.uuid}
  `.execute(scope.tx);
  for (const parent of changed.keys()) scope.put('child_lists', parentElement(parent) ?? scope.deal.uuid);
  const elsewhere = new Set(shifted.map((place) => place.uuid));
  const moved = named.filter((uuid) => elsewhere.has(uuid));
  if (moved.length === 0) return;
  await scope.tx
    .updateTable('elements')
    .set(scope.stamp)
    .where(sql<boolean>`uuid = any(${moved}::uuid[])`)
    .execute();
  for (const uuid of moved) scope.put('elements', uuid, { fields: ['order', 'parent_element'] });
}
