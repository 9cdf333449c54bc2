import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import { changeRow, readOrder, type Ordered } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Moves a row to this place among the others, or to the place that it says itself. The others shift. */
export async function moveInOrder(
  scope: DealWrite,
  wire: WireName,
  uuid: string,
  place?: number,
): Promise<void> {
  const rows = await readOrder(scope.tx, wire, scope.deal.uuid);
  const moved = rows.find((row) => row.uuid === uuid);
  if (!moved) return;
  const others = rows.filter((row) => row !== moved);
  await putInOrder(scope, wire, others.toSpliced(place ?? moved.order, 0, moved));
}

/** Numbers the rows anew, after one of them is gone. */
export async function closeGap(scope: DealWrite, wire: WireName): Promise<void> {
  await putInOrder(scope, wire, await readOrder(scope.tx, wire, scope.deal.uuid));
}

/** Each row whose place differs is a changed row. */
async function putInOrder(scope: DealWrite, wire: WireName, rows: readonly Ordered[]): Promise<void> {
  for (const [order, { uuid, order: before }] of rows.entries()) {
    if (order === before) continue;
    await changeRow(scope.tx, wire, uuid, { order, ...scope.stamp });
    scope.put(wire, uuid, { fields: ['order'] });
  }
}
