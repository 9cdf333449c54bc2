import type { MirrorDatabase } from '../../database.ts';
import { SYNC_STATUS_KEY, type SyncStatus } from '../../rows.ts';

/** Whether the server can be reached: only this part of the status. */
export async function connection(db: MirrorDatabase): Promise<SyncStatus['connection']> {
  return asSyncStatus((await db.meta.get(SYNC_STATUS_KEY))?.value).connection;
}

const unknown: SyncStatus = { connection: 'connecting', lastError: null, lastContactAt: null };

/** The status in `meta`, or the initial status if none is stored. */
export function asSyncStatus(value: unknown): SyncStatus {
  return typeof value === 'object' && value !== null ? { ...unknown, ...value } : unknown;
}
