import type { MirrorDatabase } from '../../db/database.ts';
import { whereBroken } from '../../db/lock/seal.ts';
import { openStaged, sealStaged } from '../../db/lock/staged-bytes.ts';
import { stagingLock } from '../../db/queries/documents/staging.ts';
import type { FileBytesRow } from '../../db/rows.ts';
import { openBlobSink } from '../unsent-work/blob-sink.ts';
import { sha256 } from '../uploads/staging/sha256.ts';
import { asideKey, type Form } from './left-to-turn.ts';

/**
 * Converts the staged bytes of a file: writes a copy, reads it back and verifies it, then replaces the old bytes in one
 * transaction. Files that were sent, removed from the queue or added again in the meantime stay as they are.
 */
export async function turnStaged(db: MirrorDatabase, form: Form, uuid: string): Promise<void> {
  // No sweep runs in the meantime, because the copies have no row.
  await navigator.locks.request(stagingLock(db.userId), { mode: 'shared' }, async () => {
    const row = await db.fileBytes.get(uuid);
    if (!row || (row.sealed !== undefined) === form.seals) return;
    const hash = await sha256(openStaged(form.key, row)).catch(whereBroken);
    // Nobody will ever be able to open it, so its row says that it is no longer here.
    if (hash === 'broken') return db.fileBytes.delete(uuid);
    const aside = asideKey(uuid);
    try {
      await db.fileBytes.put({ ...(await turned(form, row, hash)), uuid: aside });
      const stored = await db.fileBytes.get(aside);
      if (!stored || (await sha256(openStaged(form.key, stored))) !== hash)
        throw new Error('The stored file is incomplete.');
      await replace(db, row, stored);
    } finally {
      await db.fileBytes.delete(aside).catch(() => undefined);
    }
  });
}

async function turned({ seals, key }: Form, row: FileBytesRow, hash: string): Promise<FileBytesRow> {
  if (seals) return sealStaged(key, row, hash);
  const plain = openStaged(key, row);
  const sink = openBlobSink(plain.type);
  await plain.stream().pipeTo(sink.writable);
  return { uuid: row.uuid, bytes: sink.blob() };
}

async function replace(db: MirrorDatabase, before: FileBytesRow, stored: FileBytesRow): Promise<void> {
  const { uuid } = before;
  await db.transaction('rw', db.fileBytes, async () => {
    const now = await db.fileBytes.get(uuid);
    const isSame = now?.sealed?.sha256 === before.sealed?.sha256 && now?.bytes.size === before.bytes.size;
    if (now && isSame) await db.fileBytes.put({ ...stored, uuid });
  });
}
