import { sql } from 'kysely';
import { buildChildLists, placesOf, TOP, type ChildLists } from '../../src/contract/rules/child-lists.ts';
import type { DealWrite } from '../commands/deal-scope.ts';
import type { ElementRow, Tx } from './tables.ts';

export type TreeElement = Pick<ElementRow, 'uuid' | 'item' | 'task' | 'label' | 'order' | 'parent_element'>;

/** A deal's checklist, as it stands under the deal's lock. */
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

/** The key of the list that an element's `parent_element` names. */
export function listKey(parent: string | null): string {
  return parent ?? TOP;
}

/**
 * Writes changed lists: every element whose place differs, each changed list into the change log once, however many
 * siblings shift. `named` are elements that the log tells of besides (the ones a person moved).
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
    const parentElement = parent === TOP ? null : parent;
    if (!before || before.order !== index || before.parent_element !== parentElement) {
      shifted.push({ uuid, order: index, parent: parentElement });
    }
  }
  if (shifted.length === 0) return;
  const { version, modified_at: at, modified_by: by } = scope.stamp;
  await sql`
    update elements
    set "order" = place.position, parent_element = place.parent,
      version = ${version}, modified_at = ${at}, modified_by = ${by}
    from unnest(
      ${shifted.map((place) => place.uuid)}::uuid[],
      ${shifted.map((place) => place.order)}::int[],
      ${shifted.map((place) => place.parent)}::uuid[]
    ) as place (uuid, position, parent)
    where elements.uuid = place.uuid and elements.transaction = ${scope.deal.uuid}
  `.execute(scope.tx);
  for (const parent of changed.keys()) scope.put('child_lists', parent === TOP ? scope.deal.uuid : parent);
  const moved = new Set(shifted.map((place) => place.uuid));
  for (const uuid of named)
    if (moved.has(uuid)) scope.put('elements', uuid, { fields: ['order', 'parent_element'] });
}
