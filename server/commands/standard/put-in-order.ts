import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import { withInserted } from '../../../src/contract/rules/checklist/order.ts';
import { readOrders, writeOrder, type Declared, type Ordered } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

type Collection = Declared<WireName>;

/** Moves a row to the given place among the others, or to its own `order`. The others shift. */
export async function moveInOrder(
  scope: DealWrite,
  collection: Collection,
  uuid: string,
  place?: number,
): Promise<void> {
  const [rows = []] = await readOrders(scope.tx, collection, scope.deal.uuid, [uuid]);
  const moved = rows.find((row) => row.uuid === uuid);
  if (!moved) return;
  const others = rows.filter((row) => row !== moved);
  await putInOrder(scope, collection, [withInserted(others, [moved], place ?? moved.order)]);
}

/** Returns rows to the positions in their `order`. Rows that share the order shift. */
export async function returnInOrder(
  scope: DealWrite,
  collection: Collection,
  uuids: readonly string[],
): Promise<void> {
  const returned = new Set(uuids);
  const orders = await readOrders(scope.tx, collection, scope.deal.uuid, uuids);
  const lists = orders.map((rows) => {
    const list = rows.filter(({ uuid }) => !returned.has(uuid));
    for (const row of rows) if (returned.has(row.uuid)) list.splice(row.order, 0, row);
    return list;
  });
  await putInOrder(scope, collection, lists);
}

/** Renumbers the rows that were ordered together with deleted rows. */
export async function closeGaps(
  scope: DealWrite,
  collection: Collection,
  deleted: readonly string[],
): Promise<void> {
  await putInOrder(scope, collection, await readOrders(scope.tx, collection, scope.deal.uuid, deleted));
}

/** Each row whose place differs counts as changed. */
async function putInOrder(
  scope: DealWrite,
  { wire }: Collection,
  orders: readonly (readonly Ordered[])[],
): Promise<void> {
  const moved = orders.flatMap((rows) =>
    rows.flatMap(({ uuid, order: before }, order) => (order === before ? [] : [{ uuid, order }])),
  );
  await writeOrder(scope.tx, wire, moved, scope.stamp);
  for (const { uuid } of moved) scope.put(wire, uuid, { fields: ['order'] });
}
