import type { Dexie } from 'dexie';
import {
  askLiveQueriesAgain,
  isDatabaseClosed,
  isNewerVersion,
  MirrorDatabase,
  OutdatedError,
  type Durability,
} from './database.ts';
import { birthmarkOf, rememberBirthmark } from './device-database.ts';
import { BIRTHMARK_KEY, EPOCH_KEY, type MetaRow } from './rows.ts';
import { newUuid } from './uuid.ts';

/** How long what is half typed has to be committed before the database is let go for a newer version, milliseconds. */
const LET_GO_AFTER_MS = 200;

const handles = new Map<string, MirrorDatabase>();
let outdated = false;
const outdatedListeners = new Set<() => void>();
const rebirthListeners = new Map<string, Set<() => void>>();
/** The birthmark of each person's mirror as this context saw it last. */
const seen = new Map<string, string>();

/**
 * The one handle per person and durability in this context, for as long as the context lives (SPEC: DISK4 to DISK6):
 *
 *     open ── closed by the browser, or found dead ──▶ opened again at its next use; live queries ask again
 *       │                                                └─ another database than before? it is said aloud
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
    // Deleted, not upgraded: Dexie lets go, and opens another at the next use.
    if (newVersion === null || !isNewerVersion(newVersion)) return true;
    noteOutdated();
    setTimeout(() => closeForGood(userId), LET_GO_AFTER_MS);
    // Dexie's own answer would be to close and to open again at the next use.
    return false;
  });
  db.on(
    'ready',
    async () => {
      if (db.isOutgrown()) {
        noteOutdated();
        closeForGood(userId);
        throw new OutdatedError();
      }
      db.backendDB().addEventListener('close', () => {
        askLiveQueriesAgain();
        // Soon, whoever uses it next: it may be another one.
        if (!outdated) db.open().catch(() => undefined);
      });
      // A query that was under way when the handle died has no answer and would never ask again.
      if (opened) askLiveQueriesAgain();
      opened = true;
      await recognize(db).catch((error: unknown) => {
        // A disk that is full must not keep anyone from reading.
        console.error('The mirror could not be marked.', error);
      });
    },
    true,
  );
  return db;
}

/** Whether a newer version of the app has taken a mirror over from this one, which can keep nothing there any more. */
export function isOutdated(): boolean {
  return outdated;
}

/** Hears when that changes. Answers how to stop. */
export function hearOutdated(listener: () => void): () => void {
  outdatedListeners.add(listener);
  return () => outdatedListeners.delete(listener);
}

/** Hears that the person's mirror is another one than it was, made after the last was deleted. Answers how to stop. */
export function hearRebirth(userId: string, listener: () => void): () => void {
  const listeners = rebirthListeners.get(userId) ?? new Set();
  rebirthListeners.set(userId, listeners.add(listener));
  return () => listeners.delete(listener);
}

function noteOutdated(): void {
  outdated = true;
  for (const listener of outdatedListeners) listener();
}

function closeForGood(userId: string): void {
  for (const db of handles.values()) if (db.userId === userId) db.close({ disableAutoOpen: true });
}

/**
 * Tells a database that was made anew, after it was deleted, from the one that stood before. While it is opened; what
 * comes of it is written once it is open.
 */
async function recognize(db: MirrorDatabase): Promise<void> {
  const { userId } = db;
  const birthmark = await birthmarkIn(db.vip);
  const before = seen.get(userId);
  seen.set(userId, birthmark);
  if (before === birthmark) return;
  if (before !== undefined) for (const listener of rebirthListeners.get(userId) ?? []) listener();
  void compareWithDevice(db, birthmark, before).catch((error: unknown) => {
    if (!isDatabaseClosed(error)) console.error('The mirror could not be compared with the last one.', error);
  });
}

async function birthmarkIn(opening: Dexie): Promise<string> {
  const meta = opening.table<MetaRow, string>('meta');
  const found = await meta.get(BIRTHMARK_KEY);
  if (typeof found?.value === 'string') return found.value;
  return opening.transaction('rw', meta, async () => {
    // Another context may have been first.
    const since = await meta.get(BIRTHMARK_KEY);
    if (typeof since?.value === 'string') return since.value;
    const birthmark = newUuid();
    await meta.put({ key: BIRTHMARK_KEY, value: birthmark });
    // No leader of the mirror that was lost may be taken for one of this.
    await meta.put({ key: EPOCH_KEY, value: Math.floor(Math.random() * 2 ** 40) });
    return birthmark;
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

/** Once for each database that is lost, whichever context notices first. */
async function tellOfLoss(db: MirrorDatabase, birthmark: string): Promise<void> {
  const id = `lost-${birthmark}`;
  await db.transaction('rw', db.notices, async () => {
    if (await db.notices.get(id)) return;
    await db.notices.add({
      id,
      at: new Date().toISOString(),
      level: 'error',
      message:
        'The copy of your work on this device was deleted by the browser. Changes and files that had not been sent ' +
        'are lost. Everything on the server is safe and is fetched again.',
      lasting: true,
    });
  });
}
