import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../db/database.ts';
import { newUuid } from '../../db/uuid.ts';
import { stageFiles } from './stage-files.ts';
import { sweepStagedBytes } from './sweep-staged-bytes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

async function addBytes(): Promise<string> {
  const uuid = newUuid();
  await db.fileBytes.add({ uuid, bytes: new Blob(['x']) });
  return uuid;
}

it('bytes that a worker left while staging go after a day, not before: the file may be on its way in', async () => {
  const uuid = await addBytes();
  await sweepStagedBytes(db, Date.now() + DAY_MS - 60_000);
  expect(await db.fileBytes.get(uuid)).toBeDefined();
  await sweepStagedBytes(db, Date.now() + DAY_MS + 60_000);
  expect(await db.fileBytes.count()).toBe(0);
});

it('bytes of a queued file, and of one in the tray, stay however old they are', async () => {
  await stageFiles(db, newUuid(), [new File(['%PDF-1.7 '.repeat(40)], 'a.pdf')]);
  const shelved = await addBytes();
  await db.rejected.add({
    id: shelved,
    lane: newUuid(),
    name: 'file.upload',
    args: {},
    madeAt: '',
    rejectedAt: '',
    reason: 'You no longer have access to this transaction.',
    code: 'not_found',
  });
  await sweepStagedBytes(db, Date.now() + 400 * DAY_MS);
  expect(await db.fileBytes.count()).toBe(2);
});
