import type { MirrorDatabase } from '../db/database.ts';
import { batchSchema, readCommand } from '../db/mutations.ts';
import type { OutboxRow } from '../db/rows.ts';
import { newUuid } from '../db/uuid.ts';

/**
 * An edit is answered, `isDone` or not: with the last of its batch it is said how many were done, or that all were where
 * nothing is to be said of a part (SPEC: PUSH9). Before its row changes, inside a transaction over `outbox` and `notices`.
 */
export async function tellBatch(
  db: MirrorDatabase,
  { seq, lane }: Pick<OutboxRow, 'seq' | 'lane'>,
  isDone: boolean,
): Promise<void> {
  // Others of it may have been answered since the edit was read.
  const row = seq === undefined ? undefined : await db.outbox.get(seq);
  const batch = batchSchema.safeParse(row?.batch).data;
  if (!batch) return;
  const open = () =>
    db.outbox
      .where({ lane })
      .and((other) => other.batch?.id === batch.id && other.seq !== seq && other.state !== 'acked');
  const success = row && readCommand(row)?.batchSuccess;
  if (!success) return;
  if (!isDone) {
    batch.count -= 1;
    await open().modify({ batch: success.inPart ? batch : undefined });
    if (!success.inPart) return;
  }
  if (batch.count < 1 || (await open().count()) > 0) return;
  const message = success.words(batch);
  await db.notices.put({ id: newUuid(), at: new Date().toISOString(), level: 'success', message });
}
