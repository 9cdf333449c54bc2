import type {
  CollectionName,
  DealCollection,
  WireName,
} from '../../../src/contract/collections/deal-collections.ts';
import { DAY_MS, RESTORABLE_DAYS } from '../../../src/contract/retention.ts';
import { notFound, Refusal } from '../../refusal.ts';
import {
  changeRows,
  findRow,
  rowsDeletedWith,
  selectRows,
  type Declared,
  type RowOf,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { titleOf, type Titled } from '../edit-detail.ts';
import { dependents } from './delete-row.ts';
import { companionsOf } from './parents.ts';
import { returnInOrder } from './put-in-order.ts';
import { assertUnique } from './unique.ts';

/** The restored rows. */
export const ALIVE = { deleted_at: null, deleted_by: null };

/**
 * Returns whether to restore the row; false if it exists. @throws {Refusal} `not_found` if it can no longer be
 * restored
 */
export function isDeleted<Row extends { deleted_at: Date | null }>(
  { now }: DealWrite,
  row: Row | undefined,
  what: string,
): row is Row {
  const oldest = new Date(now.getTime() - RESTORABLE_DAYS * DAY_MS);
  if (!row || (row.deleted_at !== null && row.deleted_at < oldest)) {
    throw new Refusal(
      'not_found',
      `${what} can no longer be restored. You can undo a deletion for ${RESTORABLE_DAYS} days.`,
    );
  }
  return row.deleted_at !== null;
}

/**
 * Returns the command that restores a row that was deleted at most 30 days ago; an existing row stays as it is. If
 * rows have their own order, it returns to its place.
 * @param check refuses rows that can't be restored
 */
export function restoreRow<Wire extends WireName>(
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'name' | 'parents' | 'unique'>,
  check: (scope: DealWrite, row: RowOf<Wire>) => Promise<void> = async () => {},
) {
  const { wire, name, orderedWithin, nouns } = collection;
  return async (scope: DealWrite, uuid: string): Promise<undefined> => {
    const { tx, deal, stamp } = scope;
    const found = await findRow(tx, wire, uuid);
    const own = found?.transaction === deal.uuid ? found : undefined;
    if (!isDeleted(scope, own, `The ${nouns.one} that you want to restore`)) return;
    const [row] = await selectRows(tx, collection, { uuids: [uuid] });
    if (!row) return;
    for (const { collection: parent, deleted_at } of await companionsOf(scope, collection, [uuid]))
      if (deleted_at !== null) throw notFound(`This ${parent.nouns.one}`);
    await assertUnique(scope, collection, [row]);
    await check(scope, row);
    await changeRows(tx, wire, [uuid], { ...ALIVE, ...stamp });
    scope.put(wire, uuid, titleOf(collection, row));
    if (orderedWithin !== null) await returnInOrder(scope, collection, [uuid]);
    await restoreAlong(scope, name, [uuid], own.version);
  };
}

/**
 * Restores the rows that the same write deleted with these rows, if the other rows that they name exist, with no more
 * statements than for one row.
 */
export async function restoreAlong(
  scope: DealWrite,
  name: CollectionName,
  uuids: readonly string[],
  version: number,
): Promise<void> {
  const { tx, deal } = scope;
  for (const { collection, field } of dependents(name)) {
    const gone = await rowsDeletedWith(tx, collection.wire, { deal: deal.uuid, field, uuids, version });
    const back = await bringBack(scope, collection, gone, version);
    if (back.length > 0) await restoreAlong(scope, collection.name, back, version);
  }
}

/** Returns the rows that exist again. Rows that they depend on are restored first if the same write deleted them. */
async function bringBack(
  scope: DealWrite,
  collection: DealCollection,
  uuids: readonly string[],
  version: number,
): Promise<string[]> {
  if (uuids.length === 0) return [];
  const { wire, orderedWithin } = collection;
  const missing = (await companionsOf(scope, collection, uuids)).filter(
    ({ deleted_at }) => deleted_at !== null,
  );
  const back = new Set<string>();
  for (const [parent, companions] of Map.groupBy(missing, (companion) => companion.collection)) {
    const gone = companions.filter((companion) => companion.version === version).map(({ uuid }) => uuid);
    for (const uuid of await bringBack(scope, parent, [...new Set(gone)], version)) back.add(uuid);
  }
  const alone = new Set(missing.filter(({ uuid }) => !back.has(uuid)).map(({ child }) => child));
  const returning = uuids.filter((uuid) => !alone.has(uuid));
  await changeRows(scope.tx, wire, returning, { ...ALIVE, ...scope.stamp });
  for (const uuid of returning) scope.put(wire, uuid);
  if (orderedWithin !== null) await returnInOrder(scope, collection, returning);
  return returning;
}
