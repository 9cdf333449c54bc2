import {
  COLLECTION_NAMED,
  DEAL_COLLECTIONS,
  type CollectionName,
  type DealCollection,
  type WireName,
} from '../../../src/contract/collections/deal-collections.ts';
import {
  changeRow,
  changeRows,
  rowOf,
  rowsNaming,
  type Declared,
  type RowOf,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { titleOf, type Titled } from '../edit-detail.ts';
import { closeGaps } from './put-in-order.ts';

/**
 * The command that deletes a row, so that it can be restored, along with its dependent rows. If rows have their own
 * order, later rows close the gap.
 * @param check refuses rows that can't be deleted
 */
export function deleteRow<Wire extends WireName>(
  collection: Declared<Wire> & Titled & Pick<DealCollection, 'name'>,
  check: (scope: DealWrite, row: RowOf<Wire>) => Promise<void> = async () => {},
) {
  const { wire, name, orderedWithin } = collection;
  return async (scope: DealWrite, { id }: { id: string }): Promise<undefined> => {
    const { tx, deal, now, actor, stamp } = scope;
    const row = await rowOf(tx, collection, deal.uuid, id);
    await check(scope, row);
    await changeRow(tx, wire, id, { deleted_at: now, deleted_by: actor, ...stamp });
    scope.remove(wire, id, titleOf(collection, row));
    await deleteAlong(scope, name, [id]);
    if (orderedWithin !== null) await closeGaps(scope, collection, [id]);
  };
}

/** Deletes the dependent rows of deleted rows, at every level, with no more statements than for one row. */
export async function deleteAlong(
  scope: DealWrite,
  name: CollectionName,
  uuids: readonly string[],
): Promise<void> {
  const { tx, deal, now, actor, stamp } = scope;
  for (const { collection, field } of dependents(name)) {
    const { wire, orderedWithin } = collection;
    const rows = await rowsNaming(tx, wire, { deal: deal.uuid, field, uuids });
    if (rows.length === 0) continue;
    // All at once, so that each keeps its place among the others for a later restore.
    await changeRows(tx, wire, rows, { deleted_at: now, deleted_by: actor, ...stamp });
    for (const each of rows) scope.remove(wire, each);
    await deleteAlong(scope, collection.name, rows);
    // Rows whose common parent was deleted have no order to keep.
    if (orderedWithin !== null && orderedWithin !== field) await closeGaps(scope, collection, rows);
  }
}

/** Returns the collections of dependent rows, and the field that names this row. */
export function dependents(name: CollectionName): { collection: DealCollection; field: string }[] {
  return DEAL_COLLECTIONS.map(({ name: each }) => COLLECTION_NAMED[each]).flatMap((collection) =>
    collection.parents
      .filter((parent) => parent.together && parent.collection === name)
      .map(({ field }) => ({ collection, field })),
  );
}
