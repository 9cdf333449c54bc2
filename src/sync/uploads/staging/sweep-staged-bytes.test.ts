import { beforeEach, expect, it } from 'vitest';
import { newFileRow } from '../../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../../db/database.ts';
import { keepSentFile, sweepSent } from '../../../db/outbox/sent-edits.ts';
import { stagingLock } from '../../../db/queries/documents/staging.ts';
import { newUuid } from '../../../db/uuid.ts';
import { stageFiles } from './stage-files.ts';
import { sweepStagedBytes } from './sweep-staged-bytes.ts';

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

it('bytes that a worker left while staging are deleted, but not while another one stages, because it may be about to store a file', async () => {
  const uuid = await addBytes();
  await navigator.locks.request(stagingLock(db.userId), { mode: 'shared' }, async () => sweepStagedBytes(db));
  expect(await db.fileBytes.get(uuid)).toBeDefined();
  await sweepStagedBytes(db);
  expect(await db.fileBytes.count()).toBe(0);
});

it('a file that is being staged during a sweep is staged anyway', async () => {
  const sweeps: Promise<void>[] = [];
  db.fileBytes.hook('creating', () => void sweeps.push(sweepStagedBytes(db)));
  const { staged } = await stageFiles(db, { transaction: newUuid() }, [
    new File(['%PDF-1.7 '.repeat(40)], 'a.pdf'),
  ]);
  await Promise.all(sweeps);
  expect(staged).toBe(1);
  expect(await db.fileBytes.count()).toBe(1);
});

it('bytes of a queued file, and of a file in the tray, stay', async () => {
  await stageFiles(db, { transaction: newUuid() }, [new File(['%PDF-1.7 '.repeat(40)], 'a.pdf')]);
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
  await sweepStagedBytes(db);
  expect(await db.fileBytes.count()).toBe(2);
});

it('[LOST5] copies of sent files stay for 7 days', async () => {
  const uuid = await addBytes();
  const now = new Date();
  await keepSentFile(db, newFileRow(newUuid(), { uuid }), newUuid(), now);
  const sweepInDays = async (days: number) => {
    await sweepSent(db, new Date(now.getTime() + days * 86_400_000));
    await sweepStagedBytes(db);
  };
  await sweepInDays(6);
  expect(await db.fileBytes.count()).toBe(1);
  await sweepInDays(8);
  expect(await db.fileBytes.count()).toBe(0);
});
