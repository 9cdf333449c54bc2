import {
  rerunLiveQueries,
  isDatabaseClosed,
  isNewerVersion,
  MirrorDatabase,
  OutdatedError,
  type Durability,
} from './database.ts';
import { birthmarkOf, rememberBirthmark } from './device-database.ts';
import { BIRTHMARK_KEY, EPOCH_KEY, type MetaRow, type NoticeRow } from './rows.ts';
import { reopen } from './reopen.ts';
import { newUuid } from './uuid.ts';

/**
 * How long text that is being typed can still be committed before the database is closed for a newer version, in
 * milliseconds.
 */
const LET_GO_AFTER_MS = 200;

const handles = new Map<string, MirrorDatabase>();
/** Users whose mirror a newer version of the app has taken over. */
const outdated = new Set<string>();
const outdatedListeners = new Set<() => void>();
/** The delay before retrying to mark a mirror, milliseconds. */
const MARK_AGAIN_MS = 1000;

const rebirthListeners = new Map<string, Set<() => void>>();
const lossListeners = new Set<(notice: NoticeRow) => void>();
/** The birthmark of each user's mirror as this context last saw it. */
const seen = new Map<string, string>();

/**
 * The one handle per person and durability in this context, for as long as the context lives (SPEC: DISK4 to DISK6):
 *
 *     open ── closed by the browser, or found dead ──▶ opened again at its next use; live queries run again
 *       │                                                └─ a different database than before? it is reported
 *       └── a newer version of the app wants the stores, or has them ──▶ outdated: closed for good
 */
export function openDatabase(userId: string, durability: Durability = 'strict'): MirrorDatabase {
  const key = `${userId}/${durability}`;
  const existing = handles.get(key);
  if (existing) return existing;
  const db = new MirrorDatabase(userId, durability);
  handles.set(key, db);
  let opened = false;
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion === null || !isNewerVersion(newVersion)) {
      // Deleted, not upgraded. Dexie closes it, and opening it again creates another one.
      setTimeout(() => openAgain(db));
      return true;
    }
    noteOutdated(userId);
    setTimeout(() => closeForGood(userId), LET_GO_AFTER_MS);
    // By default, Dexie would close it and reopen it on the next use.
    return false;
  });
  db.on(
    'ready',
    async () => {
      if (db.isOutgrown()) {
        noteOutdated(userId);
        closeForGood(userId);
        throw new OutdatedError();
      }
      const connection = db.backendDB();
      connection.addEventListener('close', () => openAgain(db));
      // A query that was running when the handle died would get no result and never run again.
      if (opened) rerunLiveQueries();
      opened = true;
      await recognize(db, connection).catch((error: unknown) => {
        // A full disk must not keep anyone from reading.
        console.error('Could not mark the mirror; trying again.', error);
        markLater(db);
      });
    },
    true,
  );
  return db;
}

/**
 * Returns whether a newer version of the app has taken over a mirror from this one, which can no longer save anything
 * there.
 */
export function isOutdated(): boolean {
  return outdated.size > 0;
}

/** Subscribes to such takeovers. Returns an unsubscribe function. */
export function subscribeOutdated(listener: () => void): () => void {
  outdatedListeners.add(listener);
  return () => outdatedListeners.delete(listener);
}

/** Subscribes to the loss of a mirror, for a message to the user. Returns an unsubscribe function. */
export function subscribeLoss(listener: (notice: NoticeRow) => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

/** Subscribes to the replacement of the user's mirror by a new one. Returns an unsubscribe function. */
export function subscribeRebirth(userId: string, listener: () => void): () => void {
  const listeners = rebirthListeners.get(userId) ?? new Set();
  rebirthListeners.set(userId, listeners.add(listener));
  return () => listeners.delete(listener);
}

/** Reopens the database immediately, before its next use. If it is a different database by now, the user should know. */
function openAgain(db: MirrorDatabase): void {
  reopen(db, rerunLiveQueries, () => outdated.has(db.userId));
}

function noteOutdated(userId: string): void {
  outdated.add(userId);
  for (const listener of outdatedListeners) listener();
}

function closeForGood(userId: string): void {
  for (const db of handles.values()) if (db.userId === userId) db.close({ disableAutoOpen: true });
}

/**
 * Distinguishes a recreated database from the previous one. It reads while the database is being opened, and writes the
 * results once it is open.
 */
async function recognize(db: MirrorDatabase, connection: IDBDatabase): Promise<void> {
  const { userId } = db;
  const birthmark = await birthmarkIn(connection);
  const before = seen.get(userId);
  seen.set(userId, birthmark);
  if (before === birthmark) return;
  if (before !== undefined) for (const listener of rebirthListeners.get(userId) ?? []) listener();
  void compareWithDevice(db, birthmark, before).catch((error: unknown) => {
    if (!isDatabaseClosed(error)) console.error('Could not compare the mirror with the last one.', error);
  });
}

/** Retries marking a mirror. Without a mark, nobody would learn that it replaced another one. */
function markLater(db: MirrorDatabase): void {
  setTimeout(() => {
    // When it is opened again, it is recognized anyway.
    if (db.isOpen()) recognize(db, db.backendDB()).catch(() => markLater(db));
  }, MARK_AGAIN_MS);
}

/**
 * Uses the connection itself. For a connection that the browser has just closed, Dexie would open another one and wait for
 * it, while that opening waits for this.
 */
async function birthmarkIn(connection: IDBDatabase): Promise<string> {
  const found = await inMeta(connection, 'readonly', () => undefined);
  if (found !== null) return found;
  const birthmark = newUuid();
  // Another context may have been faster.
  const since = await inMeta(connection, 'readwrite', (meta) => {
    meta.put({ key: BIRTHMARK_KEY, value: birthmark } satisfies MetaRow);
    // The leader of the lost mirror must not be taken for this mirror's. But if this one is marked late, it may already have
    // its own leader.
    const led = meta.get(EPOCH_KEY);
    led.addEventListener('success', () => {
      if (led.result !== undefined) return;
      meta.put({ key: EPOCH_KEY, value: Math.floor(Math.random() * 2 ** 40) } satisfies MetaRow);
    });
  });
  return since ?? birthmark;
}

/** Returns the birthmark, or null. In the second case, also returns a function that handles the missing one. */
async function inMeta(
  connection: IDBDatabase,
  mode: IDBTransactionMode,
  whereUnmarked: (meta: IDBObjectStore) => void,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const transaction = connection.transaction('meta', mode);
    const meta = transaction.objectStore('meta');
    let birthmark: string | null = null;
    const request = meta.get(BIRTHMARK_KEY);
    request.addEventListener('success', () => {
      const row: unknown = request.result;
      if (typeof row === 'object' && row && 'value' in row && typeof row.value === 'string')
        birthmark = row.value;
      else whereUnmarked(meta);
    });
    transaction.addEventListener('complete', () => resolve(birthmark));
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

async function compareWithDevice(
  db: MirrorDatabase,
  birthmark: string,
  before: string | undefined,
): Promise<void> {
  const known = before ?? (await birthmarkOf(db.userId));
  if (known === birthmark) return;
  if (known !== undefined) await tellOfLoss(db, birthmark);
  await rememberBirthmark(db.userId, birthmark);
}

/**
 * Reports the loss of a mirror: immediately in this context, and only once in the new mirror's notices, whichever context
 * noticed it first.
 */
async function tellOfLoss(db: MirrorDatabase, birthmark: string): Promise<void> {
  const notice: NoticeRow = {
    id: `lost-${birthmark}`,
    at: new Date().toISOString(),
    level: 'error',
    message:
      'The browser deleted Counterpart’s data on this device, including changes and files that had not been sent. ' +
      'Everything on the server is safe and will be downloaded again.',
    lasting: true,
  };
  for (const listener of lossListeners) listener(notice);
  await db.transaction('rw', db.notices, async () => {
    if (!(await db.notices.get(notice.id))) await db.notices.add(notice);
  });
}
