import type {
  CollectionName,
  DealCollection,
  WireName,
} from '../../../src/contract/collections/deal-collections.ts';
import { DAY_MS, RESTORABLE_DAYS } from '../../../src/contract/retention.ts';
import { Refusal } from '../../refusal.ts';
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
import { parentsAreLive } from './parents.ts';
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
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'name'>,
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
    await check(scope, row);
    await changeRow(tx, wire, uuid, { ...ALIVE, ...stamp });
    scope.put(wire, uuid, titleOf(collection, row));
    if (orderedWithin !== null) await moveInOrder(scope, collection, uuid);
    await restoreAlong(scope, name, uuid, own.version);
  };
}

/** Brings back what was deleted together with a row by the write of that version, as far as whatever else it names is there. */
async function restoreAlong(
  scope: DealWrite,
  name: CollectionName,
  uuid: string,
  version: number,
): Promise<void> {
  const { tx, deal, stamp } = scope;
  for (const { collection, field } of dependents(name)) {
    const { wire } = collection;
    for (const each of await rowsDeletedWith(tx, wire, { deal: deal.uuid, field, uuid, version })) {
      if (!(await parentsAreLive(scope, collection, each))) continue;
      await changeRow(tx, wire, each, { ...ALIVE, ...stamp });
      scope.put(wire, each);
      if (collection.orderedWithin !== null) await moveInOrder(scope, collection, each);
      await restoreAlong(scope, collection.name, each, version);
    }
  }
}
