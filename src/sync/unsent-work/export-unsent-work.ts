import { BlobReader, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables } from '../../db/outbox/fold.ts';
import { originOf } from '../../db/outbox/origin.ts';
import type { PlainBytes } from '../../db/lock/seal.ts';
import { stagedBytes } from '../../db/lock/staged-bytes.ts';
import { decodeMutation, type Decoded } from '../../db/outbox/mutations.ts';
import { ACCOUNT_LANE, type FileRow, type OutboxRow, type RejectedRow } from '../../db/rows.ts';
import { isOnlyHere } from '../../db/queries/documents/file-standing.ts';
import { newUuid } from '../../db/uuid.ts';
import { freezeLane } from '../push/freeze-requests.ts';
import { openBlobSink } from './blob-sink.ts';
import { CARRIED_STATUSES, ROWS_PATH, UNSENT_WORK_FORMAT, type UnsentWork } from './unsent-work-file.ts';

/** The owner of the work, as stated in the file. */
export interface Owner {
  userId: string;
  email: string;
}

/** The zip archive, and the names of files whose bytes can no longer be read and are not in it. */
export interface Exported {
  archive: Blob;
  unreadable: string[];
}

/**
 * Exports all work on this device that the server has not accepted, as one zip archive (SPEC: FILE1): edits, rejected edits,
 * queued files and their bytes. The edits are frozen first (FILE3). Nothing on the screen changes.
 * @throws {LockedError}
 */
export async function exportUnsentWork(db: MirrorDatabase, owner: Owner, now: Date): Promise<Exported> {
  const { edits, refused, files } = await readRows(db, now);
  const sink = openBlobSink('application/zip');
  const zip = new ZipWriter(sink.writable, { useWebWorkers: false, keepOrder: true });
  const bytes: UnsentWork['bytes'] = [];
  const kept = new Set<string>();
  const unreadable: string[] = [];
  for (const { uuid, fileName } of [...files.filter(isOnlyHere), ...filesOf(refused)]) {
    const staged = await stagedBytes(db, uuid);
    // It has arrived in the meantime.
    if (!staged) continue;
    if (!(await isReadable(staged))) {
      unreadable.push(fileName);
      continue;
    }
    const path = `files/${String(bytes.length + 1).padStart(3, '0')} ${safeName(fileName)}`;
    // Stored uncompressed, because documents hardly get smaller, and compressing a large one takes long.
    await zip.add(path, staged instanceof Blob ? new BlobReader(staged) : staged.stream(), { level: 0 });
    bytes.push({ uuid, path, size: staged.size, mediaType: staged.type });
    kept.add(uuid);
  }
  const work: UnsentWork = {
    format: UNSENT_WORK_FORMAT,
    userId: owner.userId,
    email: owner.email,
    madeAt: now.toISOString(),
    edits,
    refused: refused.filter(({ id, name }) => name !== 'file.upload' || kept.has(id)),
    files: files.filter((file) => kept.has(file.uuid)),
    bytes,
  };
  await zip.add(ROWS_PATH, new TextReader(JSON.stringify(work, null, 2)));
  await zip.close();
  return { archive: sink.blob(), unreadable };
}

/** Checked first, because one damaged file in the middle would damage the whole archive. */
async function isReadable(bytes: PlainBytes): Promise<boolean> {
  try {
    const nowhere = new WritableStream<Uint8Array>();
    await bytes.stream().pipeTo(nowhere);
    return true;
  } catch {
    return false;
  }
}

async function readRows(
  db: MirrorDatabase,
  now: Date,
): Promise<{ edits: OutboxRow[]; refused: RejectedRow[]; files: FileRow[] }> {
  return db.transaction('rw', [...foldedTables(db), db.rejected, db.files], async () => {
    await freezeAll(db, now);
    const origin = await originOf(db);
    const outbox = (await readOutbox(db)).filter((each) => !each.ok || each.mutation.row.state !== 'acked');
    const carried: ReadonlySet<string> = new Set(CARRIED_STATUSES);
    return {
      // After an import on another device, they still count as this one's edits.
      edits: outbox.flatMap((each) => (each.ok ? [{ origin, ...each.mutation.row }] : [])),
      // Unreadable edits are included anyway, as they are.
      refused: [
        ...(await db.rejected.toArray()),
        ...outbox.flatMap((each) => (each.ok ? [] : [asDamaged(each.row, each.reason, now)])),
      ],
      files: (await db.files.toArray()).filter((file) => carried.has(file.status)),
    };
  });
}

async function freezeAll(db: MirrorDatabase, now: Date): Promise<void> {
  const mutations = (await readOutbox(db)).flatMap((each) => (each.ok ? [each.mutation] : []));
  for (const lane of new Set(mutations.map(({ row }) => row.lane))) {
    const own = mutations.filter(({ row }) => row.lane === lane);
    await freezeLane(db, lane, own, now.toISOString());
  }
}

async function readOutbox(db: MirrorDatabase): Promise<Decoded[]> {
  const rows = await db.outbox.orderBy('seq').toArray();
  return rows.map((row) => decodeMutation(row, db.userId));
}

function asDamaged(row: Partial<Record<keyof OutboxRow, unknown>>, reason: string, now: Date): RejectedRow {
  const text = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value !== '' ? value : otherwise;
  return {
    id: text(row.id, newUuid()),
    lane: text(row.lane, ACCOUNT_LANE),
    name: text(row.name, 'unknown'),
    args: row.args,
    madeAt: text(row.madeAt, now.toISOString()),
    rejectedAt: now.toISOString(),
    reason,
    code: 'unreadable',
  };
}

/** The files of the tray. */
function filesOf(refused: readonly RejectedRow[]): { uuid: string; fileName: string }[] {
  return refused
    .filter((row) => row.name === 'file.upload')
    .map(({ id, args }) => {
      const named = typeof args === 'object' && args !== null && 'fileName' in args ? args.fileName : null;
      return { uuid: id, fileName: typeof named === 'string' ? named : 'document' };
    });
}

/** Returns a file name that every system accepts. */
function safeName(fileName: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters must not be in it
  return fileName.replaceAll(/[\u0000-\u001F<>:"/\\|?*]/g, '_').slice(-120);
}
