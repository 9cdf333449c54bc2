import { BlobReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { announceChanges, announceWork, numberChanges, type ChangeSet } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables, refold } from '../../db/fold.ts';
import { decodeMutation } from '../../db/mutations.ts';
import type { FileRow, OutboxRow } from '../../db/rows.ts';
import { openBlobSink } from './blob-sink.ts';
import {
  headSchema,
  ROWS_PATH,
  UNSENT_WORK_FORMAT,
  unsentWorkSchema,
  type UnsentWork,
} from './unsent-work-file.ts';

/**
 * What came of an import. `imported` counts what was taken in, edits of the tray included; what is here already is left
 * as it is. In every other case nothing has changed.
 */
export type Imported =
  | { outcome: 'imported'; edits: number; files: number }
  | { outcome: 'someone_else'; email: string }
  | { outcome: 'damaged' | 'newer' | 'no_room' };

/** Takes in a file of unsent work that the same person exported (SPEC: FILE2–FILE5). Needs no network. */
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
  const staged = await stageBytes(db, work, entries);
  if (staged !== 'staged') return { outcome: staged };
  return takeIn(db, work);
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

/** Bytes first, the rows second (DISK2). Where one file cannot be read whole, none is kept. */
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
      await db.fileBytes.put({ uuid, bytes: whole });
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

/** One transaction: all of the rows, or none. */
async function takeIn(db: MirrorDatabase, work: UnsentWork): Promise<Imported> {
  const tables = [...foldedTables(db), db.rejected, db.files, db.fileBytes];
  const { edits, files, sets } = await db.transaction('rw', tables, async () => {
    const fresh = await unknownHere(db, work.edits);
    await db.outbox.bulkAdd(fresh.map((row) => asPerhapsSent(row, work.madeAt)));
    const refused = await unknownHere(db, work.refused);
    await db.rejected.bulkAdd(refused);
    const queued = await addFiles(db, work.files);
    const lanes = new Set(fresh.map((row) => row.lane));
    const folded: ChangeSet[] = [];
    for (const lane of lanes) folded.push(await foldLane(db, lane));
    await dropNeedlessBytes(db, work);
    const uploads = refused.filter((row) => row.name === 'file.upload').length;
    return {
      edits: fresh.length + refused.length - uploads,
      files: queued + uploads,
      sets: folded,
    };
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
  return { outcome: 'imported', edits, files };
}

/** Those that are neither waiting here nor in the tray. */
async function unknownHere<Row extends { id: string }>(
  db: MirrorDatabase,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map((row) => row.id);
  const known = new Set([
    ...(await db.outbox.where('id').anyOf(ids).toArray()).map((row) => row.id),
    ...(await db.rejected.where('id').anyOf(ids).primaryKeys()),
  ]);
  return rows.filter((row) => !known.has(row.id));
}

/**
 * The device that the edit comes from may have sent it after the export. So it counts as attempted: it keeps its key,
 * no later edit replaces it, and it expires as one that was sent (PUSH3, PUSH6, REJ4).
 */
function asPerhapsSent({ seq: _, ...row }: OutboxRow, exportedAt: string): OutboxRow {
  return { ...row, state: 'attempted', attemptedAt: row.attemptedAt ?? exportedAt };
}

/** Each table is read once, however many files there are: Dexie loses a transaction over reads made now and then. */
async function addFiles(db: MirrorDatabase, files: readonly FileRow[]): Promise<number> {
  const uuids = files.map((file) => file.uuid);
  const known = new Set([
    ...(await db.files.where('uuid').anyOf(uuids).primaryKeys()),
    ...(await db.documents.where('uuid').anyOf(uuids).primaryKeys()),
    ...(await db.rejected.where('id').anyOf(uuids).primaryKeys()),
  ]);
  const fresh = files.filter((file) => !known.has(file.uuid));
  await db.files.bulkAdd(fresh.map(asQueuedAnew));
  return fresh.length;
}

/** From the start: the store's answers were given to another device. */
function asQueuedAnew(file: FileRow): FileRow {
  return file.status.startsWith('FAILED_') ? file : { ...file, status: 'QUEUED', sentBytes: 0 };
}

/** What was staged for a file whose document is here already. */
async function dropNeedlessBytes(db: MirrorDatabase, { bytes }: UnsentWork): Promise<void> {
  const uuids = bytes.map(({ uuid }) => uuid);
  const needed = new Set([
    ...(await db.files.where('uuid').anyOf(uuids).primaryKeys()),
    ...(await db.rejected.where('id').anyOf(uuids).primaryKeys()),
  ]);
  await db.fileBytes.bulkDelete(uuids.filter((uuid) => !needed.has(uuid)));
}

async function foldLane(db: MirrorDatabase, lane: string): Promise<ChangeSet> {
  const rows = await db.outbox.where({ lane }).sortBy('seq');
  const mutations = rows.flatMap((row) => {
    const decoded = decodeMutation(row, db.userId);
    return decoded.ok ? [decoded.mutation] : [];
  });
  return numberChanges(db, lane, await refold(db, lane, mutations, []));
}
