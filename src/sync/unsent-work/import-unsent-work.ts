import { BlobReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { announceChanges, announceWork, numberChanges, type ChangeSet } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { dealFiles } from '../../db/files/deal-files.ts';
import { enqueueFile } from '../../db/files/enqueue-file.ts';
import { foldedTables, refold } from '../../db/outbox/fold.ts';
import { asStaged } from '../../db/lock/staged-bytes.ts';
import { decodeMutation } from '../../db/outbox/mutations.ts';
import { stagingLock } from '../../db/queries/documents/staging.ts';
import type { FileRow } from '../../db/rows.ts';
import { settledIds } from '../../db/outbox/settled-edits.ts';
import { reservePlaces } from '../../db/files/upload-order.ts';
import { sha256 } from '../uploads/staging/sha256.ts';
import { openBlobSink } from './blob-sink.ts';
import { readEdits } from './read-edits.ts';
import {
  headSchema,
  ROWS_PATH,
  UNSENT_WORK_FORMAT,
  unsentWorkSchema,
  type UnsentWork,
} from './unsent-work-file.ts';

/**
 * The result of an import. `imported` counts what was added, including edits of the tray, and what was left out because the
 * user has `settled` it here; existing work stays as it is. In all other cases, nothing has changed.
 */
export type Imported =
  | { outcome: 'imported'; edits: number; files: number; settled: number }
  | { outcome: 'someone_else'; email: string }
  | { outcome: 'damaged' | 'newer' | 'no_room' };

/**
 * Imports a file of unsent work that the same user exported (SPEC: FILE2–FILE5). Needs no network.
 *
 * @throws {Error} if bytes disappeared before their rows were written; nothing has changed
 */
export async function importUnsentWork(db: MirrorDatabase, archive: Blob): Promise<Imported> {
  const entries = await readArchive(archive);
  const rows = entries?.get(ROWS_PATH);
  const told = rows && (await readJson(rows));
  const head = headSchema.safeParse(told).data;
  if (!entries || !head) return { outcome: 'damaged' };
  if (head.format > UNSENT_WORK_FORMAT) return { outcome: 'newer' };
  if (head.userId !== db.userId) return { outcome: 'someone_else', email: head.email };
  const work = unsentWorkSchema.safeParse(told).data;
  if (!work) return { outcome: 'damaged' };
  const edits = readEdits(work, db.userId);
  if (!edits) return { outcome: 'damaged' };
  return navigator.locks.request(stagingLock(db.userId), { mode: 'shared' }, async () => {
    const staged = await stageBytes(db, work, entries);
    return staged === 'staged' ? takeIn(db, { ...work, edits }) : { outcome: staged };
  });
}

async function readArchive(archive: Blob): Promise<ReadonlyMap<string, FileEntry> | null> {
  try {
    const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false, checkSignature: true });
    const entries = await reader.getEntries();
    return new Map(entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry]])));
  } catch {
    return null;
  }
}

async function readJson(entry: FileEntry): Promise<unknown> {
  try {
    return JSON.parse(await entry.getData(new TextWriter()));
  } catch {
    return null;
  }
}

/** Writes the bytes first, then the rows (DISK2). If one file cannot be read completely, none is kept. */
async function stageBytes(
  db: MirrorDatabase,
  { bytes }: UnsentWork,
  entries: ReadonlyMap<string, FileEntry>,
): Promise<'staged' | 'damaged' | 'no_room'> {
  const added: string[] = [];
  const outcome = await addAll().catch(() => 'no_room' as const);
  if (outcome !== 'staged') await db.fileBytes.bulkDelete(added);
  return outcome;

  async function addAll(): Promise<'staged' | 'damaged'> {
    for (const { uuid, path, size, mediaType } of bytes) {
      if (await db.fileBytes.where({ uuid }).count()) continue;
      const entry = entries.get(path);
      const whole = entry && (await readBytes(entry, mediaType));
      if (!whole || whole.size !== size) return 'damaged';
      added.push(uuid);
      await db.fileBytes.put(await asStaged(db, uuid, whole, sha256));
    }
    return 'staged';
  }
}

async function readBytes(entry: FileEntry, mediaType: string): Promise<Blob | null> {
  const sink = openBlobSink(mediaType);
  try {
    await entry.getData(sink.writable);
    return sink.blob();
  } catch {
    return null;
  }
}

/** In one transaction: all of the rows, or none. */
async function takeIn(db: MirrorDatabase, work: UnsentWork): Promise<Imported> {
  const tables = [...foldedTables(db), db.rejected, db.files, db.fileBytes];
  const { edits, files, settled, sets } = await db.transaction('rw', tables, async () => {
    const known = await knownHere(db, work);
    const settledHere = await settledIds(db);
    const fresh = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
      rows.filter(({ id }) => !known.has(id) && !settledHere.has(id));
    const waiting = fresh(work.edits);
    const refused = fresh(work.refused);
    const queued = fresh(work.files.map((file) => ({ id: file.uuid, file })));
    await db.outbox.bulkAdd(waiting);
    await db.rejected.bulkAdd(refused);
    await queueAll(
      db,
      queued.map(({ file }) => file),
    );
    const folded: ChangeSet[] = [];
    for (const lane of new Set(waiting.map((row) => row.lane))) folded.push(await foldLane(db, lane));
    await settleBytes(db, work);
    const uploads = refused.filter((row) => row.name === 'file.upload').length;
    return {
      edits: waiting.length + refused.length - uploads,
      files: queued.length + uploads,
      settled: idsOf(work).filter((id) => !known.has(id) && settledHere.has(id)).length,
      sets: folded,
    };
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
  return { outcome: 'imported', edits, files, settled };
}

function idsOf({ edits, refused, files }: UnsentWork): string[] {
  return [...edits.map(({ id }) => id), ...refused.map(({ id }) => id), ...files.map(({ uuid }) => uuid)];
}

/**
 * Finds what is already waiting here, in the tray or on the server. Each table is read once, whatever its size, because Dexie
 * loses a transaction over scattered reads.
 */
async function knownHere(db: MirrorDatabase, work: UnsentWork): Promise<ReadonlySet<string>> {
  const ids = idsOf(work);
  return new Set([
    ...(await db.outbox.where('id').anyOf(ids).toArray()).map((row) => row.id),
    ...(await db.rejected.where('id').anyOf(ids).primaryKeys()),
    ...(await db.files.where('uuid').anyOf(ids).primaryKeys()),
    ...(await db.documents.where('uuid').anyOf(ids).primaryKeys()),
  ]);
}

/**
 * Queues the files in their order, after this device's queue, because the positions were those of another queue, and the deal
 * may have received the content since (SPEC: UP12). In the import's transaction.
 */
async function queueAll(db: MirrorDatabase, files: readonly FileRow[]): Promise<void> {
  for (const transaction of new Set(files.map((file) => file.transaction))) {
    const own = files.filter((file) => file.transaction === transaction);
    const first = await reservePlaces(db, transaction, own.length);
    const deal = await dealFiles(db, transaction);
    for (const [index, file] of own.toSorted((a, b) => a.uploadOrder - b.uploadOrder).entries())
      await enqueueFile(db, deal, { ...fromTheStart(file), uploadOrder: first + index });
  }
}

/** Restarts a file's upload, because the store's responses were given to another device. */
function fromTheStart(file: FileRow): FileRow {
  return file.status.startsWith('FAILED_') ? file : { ...file, status: 'QUEUED', sentBytes: 0 };
}

/**
 * Deletes bytes that were staged for a file that was not imported. Checks that imported files still have their bytes, because
 * a sweep between staging and here may have deleted them, because they had no row yet
 * (src/sync/uploads/staging/sweep-staged-bytes.ts).
 */
async function settleBytes(db: MirrorDatabase, { bytes }: UnsentWork): Promise<void> {
  const uuids = bytes.map(({ uuid }) => uuid);
  const needed = new Set([
    ...(await db.files.where('uuid').anyOf(uuids).primaryKeys()),
    ...(await db.rejected.where('id').anyOf(uuids).primaryKeys()),
  ]);
  await db.fileBytes.bulkDelete(uuids.filter((uuid) => !needed.has(uuid)));
  const there = new Set(await db.fileBytes.where('uuid').anyOf(uuids).primaryKeys());
  if (uuids.some((uuid) => needed.has(uuid) && !there.has(uuid))) {
    throw new Error('A file disappeared during the import.');
  }
}

async function foldLane(db: MirrorDatabase, lane: string): Promise<ChangeSet> {
  const rows = await db.outbox.where({ lane }).sortBy('seq');
  const mutations = rows.flatMap((row) => {
    const decoded = decodeMutation(row, db.userId);
    return decoded.ok ? [decoded.mutation] : [];
  });
  return numberChanges(db, lane, await refold(db, lane, mutations, []));
}
