import type { MirrorDatabase } from '../../db/database.ts';
import { asSetbacks } from '../../db/queries/status/diagnostics.ts';
import { asSyncStatus } from '../../db/queries/status/connection.ts';
import { SETBACKS_KEY, SYNC_STATUS_KEY, type SetbackNote, type SyncStatus } from '../../db/rows.ts';
import type { Setback } from '../push/answer.ts';

/** How often the time of the last contact is written when nothing else changes, milliseconds. */
const CONTACT_EVERY_MS = 15_000;

/** How many setbacks are kept for the diagnostics page. */
const SETBACKS_KEPT = 20;

/** Records that our server answered a request. Requests are trusted, `navigator.onLine` is not. */
export async function noteSuccess(db: MirrorDatabase, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await change(db, (status) => {
    // A clock that was set back doesn't count as recent contact.
    const since = status.lastContactAt ? now - Date.parse(status.lastContactAt) : Infinity;
    const recent = since >= 0 && since < CONTACT_EVERY_MS;
    if (status.connection === 'online' && recent) return null;
    return { connection: 'online', lastError: null, lastContactAt: at };
  });
}

/** Reports to the user that a request got no response. `what` names the request for the diagnostics page. */
export async function noteSetback(db: MirrorDatabase, setback: Setback, what: string): Promise<void> {
  const lastError = setback.kind === 'retry' ? setback.reason : setback.message;
  const note = {
    what,
    reason: lastError,
    ...(setback.kind === 'retry' && setback.error && { error: setback.error }),
  };
  if (setback.kind === 'rejected') return keepSetback(db, note);
  const connection = connectionAt(setback);
  const changed = await change(db, (status) =>
    status.connection === connection && status.lastError === lastError
      ? null
      : { connection, lastError, lastContactAt: status.lastContactAt ?? null },
  );
  // Every check finds that nobody is signed in.
  if (changed || setback.kind === 'retry') await keepSetback(db, note);
}

/** Counts a repeated setback instead of listing it again, because one long night would displace everything else. */
async function keepSetback(
  db: MirrorDatabase,
  setback: Pick<SetbackNote, 'what' | 'reason' | 'error'>,
): Promise<void> {
  const at = new Date().toISOString();
  await db.transaction('rw', db.meta, async () => {
    const notes = asSetbacks((await db.meta.get(SETBACKS_KEY))?.value);
    const same = notes.find((note) => note.what === setback.what && note.reason === setback.reason);
    const note = { ...setback, at, times: (same?.times ?? 0) + 1 };
    const others = notes.filter((other) => other !== same);
    await db.meta.put({ key: SETBACKS_KEY, value: [note, ...others].slice(0, SETBACKS_KEPT) });
  });
}

function connectionAt(setback: Exclude<Setback, { kind: 'rejected' }>): SyncStatus['connection'] {
  if (setback.kind !== 'retry') return setback.kind;
  return setback.unreachable ? 'offline' : 'trouble';
}

/** Changes the status. Returns whether it differed. */
async function change(db: MirrorDatabase, next: (status: SyncStatus) => SyncStatus | null): Promise<boolean> {
  const changed = async () => next(asSyncStatus((await db.meta.get(SYNC_STATUS_KEY))?.value));
  // Most responses change nothing, and writers wait for each other.
  if ((await changed()) === null) return false;
  return db.transaction('rw', db.meta, async () => {
    const status = await changed();
    if (status) await db.meta.put({ key: SYNC_STATUS_KEY, value: status });
    return status !== null;
  });
}
