import type { MirrorDatabase } from '../database.ts';
import { FILE_UPLOAD, shelvedFileSchema } from './shelved-file.ts';

/**
 * The maximum size of all copies of uploaded files together, in bytes (docs/product/offline.md, "If the server is restored").
 */
const SENT_BYTES_AT_MOST = 200 * 1024 * 1024;

/** A file that the server has and this device still keeps, in case the server is restored from an older backup. */
interface SentCopy {
  /** Its document's uuid. */
  uuid: string;
  lane: string;
}

/**
 * Returns the files that the server acknowledged in the last 7 days (src/db/outbox/sent-edits.ts), newest first. Inside a
 * transaction over `sent`.
 */
export async function sentFiles(db: MirrorDatabase): Promise<SentCopy[]> {
  const rows = await db.sent.orderBy('ackedAt').toArray();
  return rows.toReversed().flatMap(({ name, args, lane }) => {
    const uuid = name === FILE_UPLOAD ? shelvedFileSchema.safeParse(args).data?.uuid : undefined;
    return uuid === undefined ? [] : [{ uuid, lane }];
  });
}

/**
 * Deletes copies of uploaded files that exceed the budget, oldest first, and those of documents that the deal no longer has
 * (SPEC: LOST5). A file larger than the whole budget isn't kept.
 */
export async function limitSentBytes(db: MirrorDatabase, atMost = SENT_BYTES_AT_MOST): Promise<void> {
  await db.transaction(
    'rw',
    [db.sent, db.files, db.rejected, db.documents, db.executedDocuments, db.fileBytes],
    async () => {
      const copies = await sentCopies(db);
      const documents = await db.documents.bulkGet(copies);
      const returned = await db.executedDocuments.bulkGet(copies);
      const stored = await db.fileBytes.bulkGet(copies);
      let used = 0;
      const surplus = copies.filter((_uuid, index) => {
        const size = stored[index]?.bytes.size ?? 0;
        if (!(documents[index] ?? returned[index]) || size > atMost) return true;
        used += size;
        return used > atMost;
      });
      await db.fileBytes.bulkDelete(surplus);
    },
  );
}

/** Deletes the copies of uploaded files, of one deal or of all. Returns how many there were. */
export async function deleteSentBytes(db: MirrorDatabase, deal?: string): Promise<number> {
  return db.transaction('rw', db.sent, db.files, db.rejected, db.fileBytes, async () => {
    const copies = await sentCopies(db, deal);
    await db.fileBytes.bulkDelete(copies);
    return copies.length;
  });
}

/** Returns the documents whose bytes are here only as such a copy: not for the queue, and not for the tray. */
async function sentCopies(db: MirrorDatabase, deal?: string): Promise<string[]> {
  const sent = (await sentFiles(db)).filter(({ lane }) => deal === undefined || lane === deal);
  const uuids = sent.map(({ uuid }) => uuid);
  const needed = new Set([
    ...(await db.files.where('uuid').anyOf(uuids).primaryKeys()),
    ...(await db.rejected.where('id').anyOf(uuids).primaryKeys()),
  ]);
  const here = new Set(await db.fileBytes.where('uuid').anyOf(uuids).primaryKeys());
  return uuids.filter((uuid) => here.has(uuid) && !needed.has(uuid));
}
