import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ObjectStoreError, type ObjectStore } from '../storage/object-store.ts';
import { LostFile, writeArchive } from './write-archive.ts';

const nothing = async (): Promise<never> => {
  throw new ObjectStoreError('not_found', 'There is no such object.');
};

/** A store that has lost every file. */
const emptied: ObjectStore = {
  presignUpload: nothing,
  presignDownload: nothing,
  put: nothing,
  get: nothing,
  stat: async () => null,
  remove: async () => undefined,
  list: async function* () {},
  close: async () => undefined,
};

/** Counts the files that this process has open. */
async function openFiles(): Promise<number> {
  return (await readdir('/dev/fd')).length;
}

test('an abandoned archive leaves no file open, and nothing in its folder', async () => {
  const file = {
    document: 'd',
    key: 'files/a',
    name: 'NDA',
    extension: 'pdf',
    sha256: null,
    at: new Date(),
    deleted: false,
  };
  const workDir = await mkdtemp(join(tmpdir(), 'counterpart-archive-test-'));
  const before = await openFiles();
  for (let tries = 0; tries < 20; tries += 1) {
    const places = { objects: emptied, workDir };
    const written = writeArchive(places, 'archives/a.zip', [file], AbortSignal.timeout(20_000));
    await expect(written).rejects.toThrow(LostFile);
  }
  await expect.poll(openFiles).toBeLessThan(before + 10);
  expect(await readdir(workDir)).toEqual([]);
  await rm(workDir, { recursive: true });
});
