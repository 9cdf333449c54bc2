import type { MirrorDatabase } from '../db/database.ts';
import { asSyncStatus } from '../db/queries/sync-status.ts';
import { SYNC_STATUS_KEY, type SyncStatus } from '../db/rows.ts';
import type { Setback } from './answer.ts';

/** How often the time of the last contact is written when nothing else changes, milliseconds. */
const CONTACT_EVERY_MS = 15_000;

/** A request was answered by our server. Requests are believed, `navigator.onLine` is not. */
export async function noteSuccess(db: MirrorDatabase, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await change(db, (status) => {
    const recent = status.lastContactAt && now - Date.parse(status.lastContactAt) < CONTACT_EVERY_MS;
    if (status.connection === 'online' && recent) return null;
    return { connection: 'online', lastError: null, lastContactAt: at };
  });
}

/** A request was not: says so to the person. */
export async function noteSetback(db: MirrorDatabase, setback: Setback): Promise<void> {
  if (setback.kind === 'rejected') return;
  const connection = connectionAt(setback);
  const lastError = setback.kind === 'retry' ? setback.reason : setback.message;
  await change(db, (status) =>
    status.connection === connection && status.lastError === lastError
      ? null
      : { connection, lastError, lastContactAt: status.lastContactAt ?? null },
  );
}

function connectionAt(setback: Exclude<Setback, { kind: 'rejected' }>): SyncStatus['connection'] {
  if (setback.kind !== 'retry') return setback.kind;
  return setback.unreachable ? 'offline' : 'trouble';
}

async function change(db: MirrorDatabase, next: (status: SyncStatus) => SyncStatus | null): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const row = await db.meta.get(SYNC_STATUS_KEY);
    const status = next(asSyncStatus(row?.value));
    if (status) await db.meta.put({ key: SYNC_STATUS_KEY, value: status });
  });
}
