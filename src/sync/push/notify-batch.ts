import { offlineMessage } from '../../db/commands/documents/delete-document.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { readCommand } from '../../db/outbox/mutations.ts';
import { batchSchema } from '../../db/outbox/outbox-row.ts';
import type { NoticeRow, OutboxRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';

/** `kept`: the server did not delete the document, because it is on the checklist by now. */
export type BatchOutcome = 'done' | 'kept' | 'refused';

/**
 * Records that an edit was answered. With the last edit of its batch, the user is notified how many were done, or that all
 * were, and how many were kept (SPEC: PUSH9, REJ14). Call it before its row changes, inside a transaction over `outbox` and
 * `notices`.
 */
export async function notifyBatch(
  db: MirrorDatabase,
  { seq, lane }: Pick<OutboxRow, 'seq' | 'lane'>,
  outcome: BatchOutcome,
): Promise<void> {
  // Others in the batch may have been answered since the edit was read.
  const row = seq === undefined ? undefined : await db.outbox.get(seq);
  const batch = batchSchema.safeParse(row?.batch).data;
  const success = batch && row && readCommand(row)?.batchSuccess;
  if (!batch || !success) {
    if (outcome === 'kept') await notify(db, 'info', offlineMessage(1));
    return;
  }
  const open = () =>
    db.outbox
      .where({ lane })
      .and((other) => other.batch?.id === batch.id && other.seq !== seq && other.state !== 'acked');
  if (outcome !== 'done') {
    batch.count -= 1;
    if (outcome === 'kept') batch.kept = (batch.kept ?? 0) + 1;
    await open().modify({ batch: success.inPart ? batch : undefined });
    if (!success.inPart) return;
  }
  if ((await open().count()) > 0) return;
  if (batch.count > 0) await notify(db, 'success', success.words(batch));
  if (batch.kept) await notify(db, 'info', offlineMessage(batch.kept));
}

async function notify(db: MirrorDatabase, level: NoticeRow['level'], message: string): Promise<void> {
  await db.notices.put({ id: newUuid(), at: new Date().toISOString(), level, message });
}
