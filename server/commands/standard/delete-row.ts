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
import { closeGap } from './put-in-order.ts';

/**
 * The command that deletes a row, so that it can be restored, along with the rows that go together with it. If rows have an order of
 * their own, those behind it close the gap.
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
    await deleteAlong(scope, name, id);
    if (orderedWithin !== null) await closeGap(scope, collection, id);
  };
}

/** Deletes the rows that go together with a deleted row, and theirs. */
export async function deleteAlong(scope: DealWrite, name: CollectionName, uuid: string): Promise<void> {
  const { tx, deal, now, actor, stamp } = scope;
  for (const { collection, field } of dependents(name)) {
    const { wire, orderedWithin } = collection;
    const rows = await rowsNaming(tx, wire, { deal: deal.uuid, field, uuid });
    // All at once: each keeps the place that it had among the others, to which it is restored.
    await changeRows(tx, wire, rows, { deleted_at: now, deleted_by: actor, ...stamp });
    for (const each of rows) {
      scope.remove(wire, each);
      await deleteAlong(scope, collection.name, each);
    }
    // Rows whose common parent was deleted have no order to keep.
    if (orderedWithin === null || orderedWithin === field) continue;
    // Rows of the deal share one order: it is closed once.
    for (const each of orderedWithin === 'transaction' ? rows.slice(-1) : rows)
      await closeGap(scope, collection, each);
  }
}

/** Returns the collections whose rows go together with this one's, and the field that names it. */
export function dependents(name: CollectionName): { collection: DealCollection; field: string }[] {
  return DEAL_COLLECTIONS.map(({ name: each }) => COLLECTION_NAMED[each]).flatMap((collection) =>
    collection.parents
      .filter((parent) => parent.together && parent.collection === name)
      .map(({ field }) => ({ collection, field })),
  );
}
