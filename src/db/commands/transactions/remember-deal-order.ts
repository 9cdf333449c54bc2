import type { MirrorDatabase } from '../../database.ts';
import { DEAL_ORDER_KEY, type DealOrder } from '../../queries/transactions/deal-order.ts';

/** Has the list of deals stand in this order on this device from now on. */
export async function rememberDealOrder(db: MirrorDatabase, order: DealOrder): Promise<void> {
  await db.meta.put({ key: DEAL_ORDER_KEY, value: order });
}
