import type { MirrorDatabase } from '../../db/database.ts';
import { executedDocuments } from '../../db/files/executed-document.ts';
import { documentPaths, inUploadOrder } from '../../db/files/document-paths.ts';
import {
  appFilesMissing,
  documentCacheName,
  forgetOfflineFiles,
  isSharedCache,
  offlineCacheName,
  offlinePaths,
  thumbnailCacheName,
} from '../../db/offline/file-caches.ts';
import {
  forgetNotedFiles,
  deleteUnneeded,
  isKept,
  offlineBudget,
  offlineDealRecords,
  notedFiles,
  noteFiles,
  noteStop,
  type KeepStop,
} from '../../db/offline/offline-deals.ts';
import { openFileCache } from '../../db/lock/file-cache.ts';
import { keepingNow } from '../../db/lock/held-key.ts';
import { LockedError } from '../../db/lock/locked-error.ts';
import { openPersonCache, openSharedCache } from '../../db/offline/person-cache.ts';
import { openedSince } from '../../db/offline/opened-deals.ts';
import type { DocumentRow } from '../../db/rows.ts';

/** The download's access to the outside world. */
export interface KeepingPorts {
  db: MirrorDatabase;
  /** The address of the app and its files. */
  origin: string;
  /**
   * Requests one of our paths for the signed-in user. Rejects if there is no response. `automatic`: the user has not asked
   * for this file, which the server's logs record.
   */
  ask: (path: string, automatic: boolean) => Promise<Response>;
  /** The remaining space that the browser allows us, in bytes. */
  roomLeft: () => Promise<number>;
  isMetered: () => boolean;
  /** Whether automatic downloads should wait for another connection. */
  isCostly: () => boolean;
  /** Whether the user is still signed in on this device. */
  isActive: () => Promise<boolean>;
}

/** Why downloading ends before everything is here. */
class StoppedError extends Error {
  readonly stop: KeepStop;

  constructor(stop: KeepStop) {
    super(stop);
    this.stop = stop;
  }
}

/** The user is no longer signed in here, or no longer keeps the deal. */
class NotTheirsError extends Error {}

/** A document with missing files. */
interface Incomplete {
  row: DocumentRow;
  missing: readonly string[];
}

/**
 * Fetches the files of offline deals' documents, one at a time, and deletes files that are no longer needed, until all are
 * here or something stops it, which is recorded (SPEC: KEEP). Fetches the viewer as soon as a deal has been opened (KEEP8).
 * It is safe to call at any time.
 */
export async function fetchOfflineFiles(ports: KeepingPorts): Promise<void> {
  const { db } = ports;
  // It is called again after unlocking.
  if ((await keepingNow(db)).form === 'locked') return;
  try {
    let left = await bringInStep(ports);
    const keepsNothing = (await offlineDealRecords(db)).length === 0;
    if (keepsNothing && (await openedSince(db, 0)).size === 0) return;
    const viewer = await fetchAppFiles(ports);
    if (keepsNothing) return;
    while (left.length > 0) {
      const before = left;
      await fetchEach(ports, before);
      left = await bringInStep(ports);
      // A pass that completed none of its documents ends it, so that files that the server refuses are not requested in a
      // loop.
      const incomplete = new Set(left.map(({ row }) => row.uuid));
      if (before.every(({ row }) => incomplete.has(row.uuid))) throw new StoppedError('trouble');
    }
    await noteStop(db, viewer ? null : 'trouble');
  } catch (error) {
    if (error instanceof StoppedError) await noteStop(db, error.stop);
    else if (!(error instanceof NotTheirsError || error instanceof LockedError)) throw error;
  }
}

/** How many consecutive failures are attributed to the network or the server instead of the documents. */
const MOST_FAILURES = 3;

/** Fetches the documents. One that does not arrive delays no others. */
async function fetchEach(ports: KeepingPorts, documents: readonly Incomplete[]): Promise<void> {
  let failed: StoppedError | null = null;
  let inARow = 0;
  for (const document of documents) {
    if (!(await ports.isActive())) return;
    try {
      await fetchDocument(ports, document);
      inARow = 0;
    } catch (error) {
      if (!(error instanceof StoppedError) || !['trouble', 'unreachable'].includes(error.stop)) throw error;
      failed = error;
      inARow += 1;
      if (inARow >= MOST_FAILURES) throw error;
    }
  }
  if (failed) throw failed;
}

/** Deletes files that should not be here or no longer have room. Returns what still has to be fetched. */
async function bringInStep({ db, origin, isActive }: KeepingPorts): Promise<Incomplete[]> {
  if (!(await isActive())) throw new NotTheirsError();
  await deleteUnneeded(db);
  const noted = new Map((await notedFiles(db)).map((files) => [files.document, files]));
  const incomplete: Incomplete[] = [];
  let room = await offlineBudget(db);
  for (const { deal } of await offlineDealRecords(db)) {
    const { shown, told } = await documentsOf(db, deal);
    const here = await offlinePaths(db.userId, deal);
    const paths = new Set([...shown, ...told].flatMap(documentPaths));
    const gone = [...here].filter((path) => !paths.has(path));
    for (const row of shown) {
      const own = documentPaths(row);
      // It isn't converted, or could not be, so there is nothing to fetch.
      if (own.length === 0) continue;
      const missing = own.filter((path) => !here.has(path));
      const files = own.length - missing.length;
      const known = noted.get(row.uuid);
      if (files > 0 && known && known.bytes > room) {
        gone.push(...own);
        incomplete.push({ row, missing: own });
        continue;
      }
      if (files < own.length || known?.files !== files) incomplete.push({ row, missing });
      if (files === 0 || !known) continue;
      noted.delete(row.uuid);
      room -= known.bytes;
      // The browser may have evicted some.
      if (known.files !== files) await noteFiles(db, { ...known, files });
    }
    for (const path of gone) await dropFile(db, origin, deal, path);
  }
  await forgetNotedFiles(db, [...noted.values()]);
  return incomplete;
}

async function dropFile(
  { userId }: MirrorDatabase,
  origin: string,
  deal: string,
  path: string,
): Promise<void> {
  const name = offlineCacheName(userId, deal, path);
  // Opening it would create it.
  if (await caches.has(name)) await (await openPersonCache(userId, name))?.delete(new URL(path, origin));
}

/**
 * The documents of a deal as they are shown, in their order, and its executed documents; and as the server last sent them, in
 * case an edit is still rejected. No documents are fetched while the deal itself is not shown, or once its files are only in
 * its archive, because files that the server has deleted should not stay on devices either.
 */
async function documentsOf(
  db: MirrorDatabase,
  deal: string,
): Promise<{ shown: DocumentRow[]; told: DocumentRow[] }> {
  return db.transaction('r', db.transactions, db.documents, db.items, db.base, async () => {
    const files = await db.documents.where({ transaction: deal }).toArray();
    const items = await db.items.where({ transaction: deal }).toArray();
    const documents = [...files, ...executedDocuments(items, files)];
    const base = await db.base.where({ lane: deal }).toArray();
    const told = base.flatMap((each) => (each.table === 'documents' && each.row ? [each.row] : []));
    const row = await db.transactions.get(deal);
    if (!row) return { shown: [], told: [...documents, ...told] };
    if (row.archivedFilesUrl !== null) return { shown: [], told: [] };
    return { shown: documents.toSorted(inUploadOrder), told };
  });
}

/**
 * Fetches the missing files of the app itself. Without the viewer, no document could be read, and without the rarely used
 * screens, no signature page could be prepared. Returns whether they are all here. A server with a newer app no longer has
 * this version's files, but still has the documents.
 */
async function fetchAppFiles(ports: KeepingPorts): Promise<boolean> {
  for (let missing = await appFilesMissing(); missing.length > 0; missing = await appFilesMissing()) {
    for (const { path, cache } of missing) {
      const response = await answerTo(ports, path);
      if (!response.ok) return false;
      await put(ports, cache, path, response);
    }
  }
  return true;
}

/** Fetches the missing files of a document, except those that the server refuses. */
async function fetchDocument(ports: KeepingPorts, { row, missing }: Incomplete): Promise<void> {
  const { db, isActive } = ports;
  const { transaction: deal, uuid: document } = row;
  const isWanted = async () => (await isActive()) && (await isKept(db, deal));
  if (!(await isWanted())) return;
  const isChosen = (await offlineDealRecords(db)).some((kept) => kept.deal === deal && !kept.automatic);
  let bytes = await sizeHere(ports, row, missing);
  let files = documentPaths(row).length - missing.length;
  try {
    for (const path of missing) {
      if (!isChosen && ports.isCostly()) throw new StoppedError('spares_data');
      const fetching = async () => {
        const room = await roomFor(ports, row, bytes);
        const file =
          (await seenFile(ports, path)) ?? (await download(ports, path, { room, automatic: !isChosen }));
        if (file && file.size > room) throw new StoppedError('budget');
        // Without Accept-Ranges, the viewer reads the whole file and does not ask for parts of it.
        if (file) await put(ports, offlineCacheName(db.userId, deal, path), path, asResponse(file));
        return file;
      };
      const file = await (isChosen ? makingRoom(ports, fetching) : fetching());
      if (!file) return;
      if (!(await isWanted())) {
        // The copy was removed, or the user signed out, during the download.
        await forgetOfflineFiles(db.userId, [deal]);
        return;
      }
      await forgetSeen(ports, path);
      await noteStop(db, null);
      bytes += file.size;
      files += 1;
    }
  } finally {
    if (files > 0 && (await isKept(db, deal))) await noteFiles(db, { deal, document, files, bytes });
  }
}

function asResponse(file: Blob): Response {
  return new Response(file, { headers: { 'content-type': file.type, 'content-length': String(file.size) } });
}

/** Returns the budget for one more file of a document that already has `bytes` here. */
async function roomFor({ db }: KeepingPorts, { uuid }: DocumentRow, bytes: number): Promise<number> {
  const others = (await notedFiles(db)).filter(({ document }) => document !== uuid);
  return others.reduce((room, each) => room - each.bytes, (await offlineBudget(db)) - bytes);
}

/** Retries while the files of an automatic offline deal can be deleted for one that the user chose (SPEC: KEEP7). */
async function makingRoom<Result>({ db }: KeepingPorts, fetching: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await fetching();
    } catch (error) {
      if (!(error instanceof StoppedError) || !['budget', 'no_room'].includes(error.stop)) throw error;
      const noted = await notedFiles(db);
      const last = (await offlineDealRecords(db)).findLast(
        ({ deal, automatic }) => automatic && noted.some((files) => files.deal === deal),
      );
      if (!last) throw error;
      await forgetOfflineFiles(db.userId, [last.deal]);
      await forgetNotedFiles(
        db,
        noted.filter(({ deal }) => deal === last.deal),
      );
    }
  }
}

/** Returns the size of a partially downloaded document, whose download was interrupted before the size could be recorded. */
async function sizeHere({ db, origin }: KeepingPorts, row: DocumentRow, missing: readonly string[]) {
  const here = documentPaths(row).filter((path) => !missing.includes(path));
  let bytes = 0;
  for (const path of here) {
    const cache = await openPersonCache(db.userId, offlineCacheName(db.userId, row.transaction, path));
    bytes += sizeOf(await cache?.match(new URL(path, origin)));
  }
  return bytes;
}

/** Returns a file from the server; null = the server does not return it. */
async function download(
  ports: KeepingPorts,
  path: string,
  { room, automatic }: { room: number; automatic: boolean },
): Promise<Blob | null> {
  const response = await answerTo(ports, path, automatic);
  if (response.status === 403 || response.status === 404) return null;
  if (!response.ok) throw new StoppedError('trouble');
  const size = sizeOf(response);
  const stop = size > room ? 'budget' : size > (await ports.roomLeft()) ? 'no_room' : null;
  if (stop) {
    await response.body?.cancel();
    throw new StoppedError(stop);
  }
  return response.blob().catch(() => {
    throw new StoppedError('unreachable');
  });
}

async function answerTo(
  { ask, isMetered }: KeepingPorts,
  path: string,
  automatic = false,
): Promise<Response> {
  if (isMetered()) throw new StoppedError('spares_data');
  const response = await ask(path, automatic).catch(() => {
    throw new StoppedError('unreachable');
  });
  // None of our files is a web page, so this is somebody else's response, such as a hotel network's.
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (response.ok && isPage) throw new StoppedError('trouble');
  return response;
}

async function put(
  { db, origin }: KeepingPorts,
  name: string,
  path: string,
  response: Response,
): Promise<void> {
  // The app's own files are for all users.
  const cache = await (isSharedCache(name) ? openSharedCache(name) : openFileCache(db, name));
  await cache.put(new URL(path, origin), response).catch((error: unknown) => {
    if (error instanceof LockedError) throw error;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw new StoppedError(isFull ? 'no_room' : 'unreachable');
  });
}

/** Returns a file that was viewed before, and is already here. */
async function seenFile({ db, origin }: KeepingPorts, path: string): Promise<Blob | null> {
  for (const name of seenIn(db)) {
    const seen = await (await openFileCache(db, name)).match(new URL(path, origin));
    if (seen) return seen.blob();
  }
  return null;
}

/** Once it is kept offline, a second copy is unnecessary. */
async function forgetSeen({ db, origin }: KeepingPorts, path: string): Promise<void> {
  for (const name of seenIn(db))
    await (await openPersonCache(db.userId, name))?.delete(new URL(path, origin));
}

function seenIn({ userId }: MirrorDatabase): string[] {
  return [documentCacheName(userId), thumbnailCacheName(userId)];
}

function sizeOf(response: Response | undefined): number {
  return Number(response?.headers.get('content-length') ?? 0);
}
