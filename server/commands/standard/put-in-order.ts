import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import { changeRow, readOrder, type Declared, type Ordered } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

type Collection = Declared<WireName>;

/** Moves a row to this place among the others, or to the place that it says itself. The others shift. */
export async function moveInOrder(
  scope: DealWrite,
  collection: Collection,
  uuid: string,
  place?: number,
): Promise<void> {
  const rows = await readOrder(scope.tx, collection, scope.deal.uuid, uuid);
  const moved = rows.find((row) => row.uuid === uuid);
  if (!moved) return;
  const others = rows.filter((row) => row !== moved);
  await putInOrder(scope, collection, others.toSpliced(place ?? moved.order, 0, moved));
}

/** Puts rows that share one order back to the positions in their `order`. The others shift. */
export async function returnInOrder(
  scope: DealWrite,
  collection: Collection,
  uuids: readonly [string, ...string[]],
): Promise<void> {
  const rows = await readOrder(scope.tx, collection, scope.deal.uuid, uuids[0]);
  const returned = new Set(uuids);
  let list = rows.filter(({ uuid }) => !returned.has(uuid));
  for (const row of rows) if (returned.has(row.uuid)) list = list.toSpliced(row.order, 0, row);
  await putInOrder(scope, collection, list);
}

/** Renumbers the rows that share this row's order, after it was deleted. */
export async function closeGap(scope: DealWrite, collection: Collection, deleted: string): Promise<void> {
  await putInOrder(scope, collection, await readOrder(scope.tx, collection, scope.deal.uuid, deleted));
}

/** Each row whose place differs is a changed row. */
async function putInOrder(scope: DealWrite, { wire }: Collection, rows: readonly Ordered[]): Promise<void> {
  for (const [order, { uuid, order: before }] of rows.entries()) {
    if (order === before) continue;
    await changeRow(scope.tx, wire, uuid, { order, ...scope.stamp });
    scope.put(wire, uuid, { fields: ['order'] });
  }
}
