import { sql } from 'kysely';
import { notFound } from '../../refusal.ts';
import type { RowOf } from './collection-rows.ts';
import type { Tx } from '../tables.ts';

/** Children by parent (null = the top level, which always exists), each list in the order of the rows. */
export function listsOf(
  rows: readonly Pick<RowOf<'elements'>, 'uuid' | 'parent_element'>[],
): Map<string | null, string[]> {
  const lists = new Map<string | null, string[]>([[null, []]]);
  for (const { uuid, parent_element: parent } of rows) {
    const children = lists.get(parent);
    if (children) children.push(uuid);
    else lists.set(parent, [uuid]);
  }
  return lists;
}

/** The current lists of these parents (null = the top level); one without children is empty. */
export async function childrenOf(
  tx: Tx,
  deal: string,
  parents: readonly (string | null)[],
): Promise<Map<string | null, string[]>> {
  if (parents.length === 0) return new Map();
  const named = parents.filter((parent) => parent !== null);
  const rows = await tx
    .selectFrom('elements')
    .select(['uuid', 'parent_element'])
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(parent_element = any(${named}::uuid[])
        or (parent_element is null and ${parents.includes(null)}::boolean))`,
    )
    .orderBy('order')
    .orderBy('uuid')
    .execute();
  const lists = listsOf(rows);
  return new Map(parents.map((parent) => [parent, lists.get(parent) ?? []]));
}

/** Elements in the order of their ids. @throws {Refusal} `not_found` if one is not in the deal */
export async function elementsByIds(
  tx: Tx,
  deal: string,
  uuids: readonly string[],
): Promise<RowOf<'elements'>[]> {
  if (uuids.length === 0) return [];
  const rows = await tx
    .selectFrom('elements')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .where('uuid', 'in', uuids)
    .execute();
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.map((uuid) => {
    const row = byId.get(uuid);
    if (!row) throw notFound('This checklist item');
    return row;
  });
}

/** A task's place on the checklist, which it always has. @throws {Refusal} `not_found` */
export async function elementOfTask(tx: Tx, task: string): Promise<RowOf<'elements'>> {
  const row = await tx
    .selectFrom('elements')
    .selectAll()
    .where('task', '=', task)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('The position of this task');
  return row;
}

export async function elementById(tx: Tx, deal: string, uuid: string): Promise<RowOf<'elements'>> {
  const [row] = await elementsByIds(tx, deal, [uuid]);
  if (!row) throw notFound('This checklist item');
  return row;
}
