import type {
  CollectionName,
  DealCollection,
  WireName,
} from '../../../src/contract/collections/deal-collections.ts';
import { DAY_MS, RESTORABLE_DAYS } from '../../../src/contract/retention.ts';
import { notFound, Refusal } from '../../refusal.ts';
import {
  changeRow,
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
import { moveInOrder } from './put-in-order.ts';

/** What is alive again. */
export const ALIVE = { deleted_at: null, deleted_by: null };

/** Whether the row is to come back; false if it is there. @throws {Refusal} `not_found` if it can't come back any more */
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
 * Returns the command that brings back a row that was deleted at most 30 days ago; a row that is there stays as it is. If rows have an
 * order of their own, it goes back to its place.
 * @param check refuses rows that can't be there again
 */
export function restoreRow<Wire extends WireName>(
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'name' | 'parents'>,
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
    for (const { collection: parent, row: companion } of await companionsOf(scope, collection, uuid))
      if (companion.deleted_at !== null) throw notFound(`This ${parent.nouns.one}`);
    await check(scope, row);
    await changeRow(tx, wire, uuid, { ...ALIVE, ...stamp });
    scope.put(wire, uuid, titleOf(collection, row));
    if (orderedWithin !== null) await moveInOrder(scope, collection, uuid);
    await restoreAlong(scope, name, uuid, own.version);
  };
}

/** Restores the rows that the same write deleted with this row, if the other rows that they name exist. */
export async function restoreAlong(
  scope: DealWrite,
  name: CollectionName,
  uuid: string,
  version: number,
): Promise<void> {
  const { tx, deal } = scope;
  for (const { collection, field } of dependents(name)) {
    const gone = await rowsDeletedWith(tx, collection, { deal: deal.uuid, field, uuid, version });
    for (const each of gone) {
      if (await bringBack(scope, collection, each, version))
        await restoreAlong(scope, collection.name, each, version);
    }
  }
}

/** Whether the row is there again. A row that it goes together with comes back first if the same write deleted it. */
async function bringBack(
  scope: DealWrite,
  collection: DealCollection,
  uuid: string,
  version: number,
): Promise<boolean> {
  for (const { collection: parent, row } of await companionsOf(scope, collection, uuid)) {
    if (row.deleted_at === null) continue;
    if (row.version !== version || !(await bringBack(scope, parent, row.uuid, version))) return false;
  }
  await changeRow(scope.tx, collection.wire, uuid, { ...ALIVE, ...scope.stamp });
  scope.put(collection.wire, uuid);
  if (collection.orderedWithin !== null) await moveInOrder(scope, collection, uuid);
  return true;
}
