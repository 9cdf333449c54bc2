import { open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipBombDocx } from '../../../tests/support/hostile-files.ts';
import { hasVariables } from './read-variables.ts';
import { makeWorkFolder } from '../confinement/work-folder.ts';

let folder: string;

beforeAll(async () => {
  folder = await makeWorkFolder(tmpdir());
});
afterAll(async () => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array): Promise<boolean> {
  const path = join(folder, 'file.docx');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await hasVariables(file, bytes.length);
  } finally {
    await file.close();
  }
}

test('a file of 1 MB that unpacks to 1 GB is never unpacked completely, whatever size it claims', async () => {
  expect(await read(zipBombDocx())).toBe(false);
  expect(await read(zipBombDocx(1000))).toBe(false);
});
