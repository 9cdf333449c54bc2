import { DAY_MS } from '../../contract/retention.ts';
import type { MirrorDatabase } from '../database.ts';
import { ACCOUNT_LANE, type FileRow, type OutboxRow, type SentRow } from '../rows.ts';
import { FILE_UPLOAD } from '../files/shelved-file.ts';

/** The tray's code for work that the server had acknowledged but no longer has. */
export const RESTORED = 'restored';

/** How long an acknowledged edit is kept in case the server is restored to an older backup, milliseconds. */
const SENT_KEPT_MS = 7 * DAY_MS;

/** The limit for all deals together; the oldest are deleted first. */
const SENT_AT_MOST = 5000;

/** Stores an edit of a deal that the server has acknowledged. Inside a transaction over `sent`. */
export async function keepSent(db: MirrorDatabase, row: OutboxRow, now: Date): Promise<void> {
  if (row.lane === ACCOUNT_LANE) return;
  const { seq = 0, id, lane, name, args, madeAt, creates, refersTo, called } = row;
  const ackedAt = now.toISOString();
  const kept = { seq, id, lane, name, args, madeAt, creates, refersTo, ackedAt };
  await db.sent.put({ ...kept, ...(called !== undefined && { called }) });
}

/**
 * Records that the server has created a document from a file. `key` is the Idempotency-Key of the request that created it.
 * Its staged bytes may be kept for the same time (src/db/files/sent-bytes.ts). Inside a transaction over `sent`.
 */
export async function keepSentFile(db: MirrorDatabase, file: FileRow, key: string, now: Date): Promise<void> {
  const { uuid, transaction, fileName, name, signingType, sha256, versionOf, returned, addedAt } = file;
  const { expectedSignatory } = file;
  await db.sent.put({
    // Edits that name the document come after it.
    seq: 0,
    id: key,
    lane: transaction,
    name: FILE_UPLOAD,
    args: {
      uuid,
      transaction,
      fileName,
      name,
      signingType,
      ...(sha256 !== undefined && { sha256 }),
      ...(versionOf !== undefined && { versionOf }),
      ...(returned && { returned }),
      ...(expectedSignatory !== undefined && { expectedSignatory }),
    },
    madeAt: addedAt,
    creates: [uuid],
    refersTo: [uuid],
    ackedAt: now.toISOString(),
  });
}

/** The acknowledged edits of a deal, in the order in which they were made. */
export async function sentEdits(db: MirrorDatabase, lane: string): Promise<SentRow[]> {
  return db.sent.where({ lane }).sortBy('seq');
}

/** Deletes edits that are older than any backup that would be restored, and edits above the limit. */
export async function sweepSent(db: MirrorDatabase, now: Date): Promise<void> {
  await db.transaction('rw', db.sent, async () => {
    const since = new Date(now.getTime() - SENT_KEPT_MS).toISOString();
    await db.sent.where('ackedAt').below(since).delete();
    const surplus = (await db.sent.count()) - SENT_AT_MOST;
    if (surplus > 0) await db.sent.orderBy('ackedAt').limit(surplus).delete();
  });
}
