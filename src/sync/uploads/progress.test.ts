import { beforeEach, expect, it, vi } from 'vitest';
import { newFileRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { Progress } from './progress.ts';
import { beginUploads } from './uploader.ts';

let db: MirrorDatabase;
let now: number;
let commits: number;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  now = 5000;
  commits = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  db.files.hook('updating', () => {
    commits += 1;
  });
  return async () => {
    vi.restoreAllMocks();
    await db.delete();
  };
});

async function addFile(status: FileRow['status'] = 'UPLOADING_FILE_TO_STORE'): Promise<string> {
  const row = newFileRow('deal', { status });
  await db.files.add(row);
  return row.uuid;
}

const sentOf = async (uuid: string) => (await db.files.get(uuid))?.sentBytes;

it('the progress of all uploads is written together, four times a second', async () => {
  const progress = new Progress(await beginUploads(db));
  const [one, two] = [await addFile(), await addFile()];
  progress.note(one, 100);
  await expect.poll(async () => sentOf(one)).toBe(100);
  for (now = 5010; now < 5250; now += 10) {
    progress.note(one, now);
    progress.note(two, now + 1);
  }
  expect([await sentOf(one), await sentOf(two)]).toEqual([100, 0]);
  now = 5250;
  progress.note(one, 5250);
  await expect.poll(async () => [await sentOf(one), await sentOf(two)]).toEqual([5250, 5241]);
  expect(commits).toBe(3);
});

it('the progress of an interrupted try is not applied to the next', async () => {
  const progress = new Progress(await beginUploads(db));
  const [cut, other] = [await addFile(), await addFile()];
  progress.note(other, 1);
  progress.note(cut, 800);
  progress.begin(cut);
  now += 250;
  progress.note(other, 2);
  await expect.poll(async () => sentOf(other)).toBe(2);
  expect(await sentOf(cut)).toBe(0);
});

it('the progress of a file that has ended, or that another worker is now sending, is not written', async () => {
  const progress = new Progress(await beginUploads(db));
  const [failed, sent] = [await addFile('FAILED_UPLOADING_FILE_TO_STORE'), await addFile()];
  progress.note(failed, 100);
  now += 250;
  progress.note(sent, 200);
  await expect.poll(async () => sentOf(sent)).toBe(200);
  expect(await sentOf(failed)).toBe(0);
  await beginUploads(db);
  now += 250;
  progress.note(sent, 300);
  // Both wait for the same table.
  await db.transaction('rw', db.files, db.meta, async () => db.files.count());
  expect(await sentOf(sent)).toBe(200);
});
