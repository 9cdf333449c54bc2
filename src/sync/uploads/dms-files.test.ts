import { beforeEach, expect, it } from 'vitest';
import { newFileRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { newUuid } from '../../db/uuid.ts';
import { fetchFromDms, isAwaited, type DmsAnswer } from './dms-files.ts';
import { beginUploads, type Uploader } from './uploader.ts';

const picked = newFileRow(newUuid(), {
  fileName: 'Escrow Agreement.docx',
  name: 'Escrow Agreement',
  mediaType: '',
  size: 0,
  status: 'SELECTED_FROM_DMS',
});
let uploader: Uploader;

beforeEach(async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  uploader = await beginUploads(db);
  await db.files.add(picked);
  return async () => db.delete();
});

/** The statuses at which the system was asked, and the file's final status. */
async function ask(...answers: DmsAnswer[]) {
  const asked: string[] = [];
  for (const answer of answers)
    await fetchFromDms(uploader, picked.uuid, {
      fetch: async () => {
        asked.push((await uploader.db.files.get(picked.uuid))?.status ?? 'gone');
        return answer;
      },
    });
  return { asked, file: await uploader.db.files.get(picked.uuid) };
}

it('a picked file waits while its document is fetched, and is then treated like any other', async () => {
  const { asked, file } = await ask({ outcome: 'waiting' }, { outcome: 'created' }, { outcome: 'created' });
  expect(asked, 'not asked once it is there').toEqual(['WAITING_ON_DMS', 'WAITING_ON_DMS']);
  expect(file).toMatchObject({ status: 'SUCCESS_CREATING_DOCUMENT', createdTick: 1 });
});

it('a file that the system refuses fails with the system’s sentence', async () => {
  const message = 'You have no access to this document in iManage.';
  const { file } = await ask({ outcome: 'failed', message });
  expect(file).toMatchObject({ status: 'FAILED_CREATING_DOCUMENT', errorMessage: message });
});

it('a file that was removed while it was fetched stays removed, and its document is awaited so that it can be deleted', async () => {
  const remove = async () => void (await uploader.db.files.update(picked.uuid, { status: 'REMOVED' }));
  await fetchFromDms(uploader, picked.uuid, {
    fetch: async () => {
      await remove();
      return { outcome: 'waiting' };
    },
  });
  const removed = await uploader.db.files.get(picked.uuid);
  expect(removed && isAwaited(removed)).toBe(true);
  const { file } = await ask({ outcome: 'waiting' }, { outcome: 'created' });
  expect(file).toMatchObject({ status: 'REMOVED', createdTick: 1 });
  expect(file && isAwaited(file), 'now it is deleted on the server').toBe(false);
});

it('a file that was removed and then cannot be fetched is no longer awaited', async () => {
  await ask({ outcome: 'waiting' });
  await uploader.db.files.update(picked.uuid, { status: 'REMOVED' });
  const { file } = await ask({ outcome: 'failed', message: 'You have no access to this document.' });
  expect(file).toMatchObject({ status: 'REMOVED' });
  expect(file && isAwaited(file)).toBe(false);
});

it('a file that the system is still fetching is requested again every 3 seconds, no matter how long it takes', async () => {
  for (let time = 0; time < 4; time += 1) {
    const uploaded = await fetchFromDms(uploader, picked.uuid, {
      fetch: async () => ({ outcome: 'waiting' }),
    });
    expect(uploaded).toEqual({ outcome: 'waiting', afterMs: 3000 });
  }
});
