import { liveQuery } from 'dexie';
import { expect, it, vi } from 'vitest';
import { newFileRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../database.ts';
import { filesUnderWay } from '../queries/documents/file-standing.ts';
import type { FileRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';
import { watchUploadBatches } from './upload-batches.ts';

function fileAt(status: FileRow['status']): FileRow {
  return newFileRow('deal', { status });
}

it('reports once on all files that were uploaded together, including early ones', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const onEnd = vi.fn<(uuids: readonly string[]) => void>();
  const { stop } = watchUploadBatches(db, onEnd);
  const [first, second] = [fileAt('QUEUED'), fileAt('QUEUED')];
  const read = vi.fn<(row: FileRow) => FileRow>((row) => row);
  db.files.hook('reading', read);
  const looked = async (times: number) => {
    await expect.poll(() => read.mock.calls.length).toBeGreaterThanOrEqual(times);
    // What was read is reported by the time another transaction has finished.
    await db.files.count();
    read.mockClear();
  };
  await db.files.bulkAdd([first, second, fileAt('FAILED_DROP')]);
  await looked(3);
  await db.files.update(first.uuid, { status: 'SUCCESS_CREATING_DOCUMENT' });
  await looked(3);
  expect(onEnd).not.toHaveBeenCalled();
  await db.files.delete(second.uuid);
  await expect.poll(() => onEnd).toHaveBeenCalled();
  expect(onEnd.mock.calls).toEqual([[[first.uuid, second.uuid]]]);
  stop();
  await db.delete();
});

it('reports finished files as soon as it is asked, and nothing once it has stopped', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const onEnd = vi.fn<(uuids: readonly string[]) => void>();
  const batches = watchUploadBatches(db, onEnd);
  const file = fileAt('QUEUED');
  await db.files.add(file);
  await batches.look();
  expect(onEnd).not.toHaveBeenCalled();
  batches.stop();
  const left = vi.fn<(files: readonly FileRow[]) => void>();
  const witness = liveQuery(() => filesUnderWay(db)).subscribe(left);
  await expect.poll(() => left.mock.lastCall?.[0]).toHaveLength(1);
  await db.files.update(file.uuid, { status: 'FAILED_CREATING_DOCUMENT' });
  // Every remaining listener has received it by now.
  await expect.poll(() => left.mock.lastCall?.[0]).toEqual([]);
  witness.unsubscribe();
  expect(onEnd).not.toHaveBeenCalled();
  await batches.look();
  await batches.look();
  expect(onEnd.mock.calls).toEqual([[[file.uuid]]]);
  await db.delete();
});
