import type { MirrorDatabase } from '../../database.ts';
import { DEAL_ORDER_KEY, type DealOrder } from '../../queries/transactions/deal-order.ts';

/** Saves the order of the deal list on this device. */
export async function rememberDealOrder(db: MirrorDatabase, order: DealOrder): Promise<void> {
  await db.meta.put({ key: DEAL_ORDER_KEY, value: order });
}
