import { AUTOMATIC_KEY } from '../../offline/automatic-offline.ts';
import type { MirrorDatabase } from '../../database.ts';
import { offlineDealRecords } from '../../offline/offline-deals.ts';

/** A deal that is kept offline on this device. */
export interface OfflineDeal {
  uuid: string;
  name: string;
  automatic: boolean;
}

export interface OfflineDeals {
  /** Whether deals are kept offline automatically. */
  automatic: boolean;
  deals: OfflineDeal[];
}

/** Returns the offline deals: first those that the user chose, then the automatic ones. */
export async function offlineDeals(db: MirrorDatabase): Promise<OfflineDeals> {
  return db.transaction('r', db.meta, db.transactions, async () => {
    const kept = await offlineDealRecords(db);
    const setting = await db.meta.get(AUTOMATIC_KEY);
    const rows = await db.transactions.bulkGet(kept.map(({ deal }) => deal));
    const names = new Map(rows.flatMap((row) => (row ? [[row.uuid, row.name]] : [])));
    const deals = kept.flatMap(({ deal, automatic }) => {
      const name = names.get(deal);
      return name === undefined ? [] : [{ uuid: deal, name, automatic }];
    });
    return { automatic: setting?.value !== false, deals };
  });
}
