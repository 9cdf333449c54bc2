import type { MirrorDatabase } from '../database.ts';
import { SYNC_STATUS_KEY, type SyncStatus } from '../rows.ts';

export interface SyncSummary extends SyncStatus {
  /** Edits that the server has not taken yet. */
  unsent: number;
  /** Files that the server does not have yet. */
  unsentFiles: number;
  rejected: number;
  oldestUnsentAt: string | null;
}

/** What the indicator shows. Counted, never remembered: true at every moment. */
export async function syncStatus(db: MirrorDatabase): Promise<SyncSummary> {
  const [meta, outbox, rejected, unsentFiles] = await db.transaction(
    'r',
    [db.meta, db.outbox, db.rejected, db.files],
    () =>
      Promise.all([
        db.meta.get(SYNC_STATUS_KEY),
        db.outbox.filter((row) => row.state !== 'acked').toArray(),
        db.rejected.count(),
        db.files.filter((row) => !settled.has(row.status)).count(),
      ]),
  );
  return {
    ...asSyncStatus(meta?.value),
    unsent: outbox.length,
    unsentFiles,
    rejected,
    oldestUnsentAt: outbox[0]?.madeAt ?? null,
  };
}

const settled: ReadonlySet<string> = new Set([
  'REMOVED',
  'SUCCESS_CREATING_DOCUMENT',
  'FAILED_DROP',
  'FAILED_FILE_TOO_SMALL',
]);

const unknown: SyncStatus = { connection: 'connecting', lastError: null, lastContactAt: null };

/** What stands in `meta`, or the status before anything is known. */
export function asSyncStatus(value: unknown): SyncStatus {
  return typeof value === 'object' && value !== null ? { ...unknown, ...value } : unknown;
}
