import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearAbandonedWorkFolders, isInMemory, makeWorkFolder } from './work-folder.ts';

test('the cleanup deletes the folders of killed processes, and keeps those of running processes and other programs', async () => {
  const abandoned = join(tmpdir(), 'counterpart-work-999999999-abc');
  const strange = mkdtempSync(join(tmpdir(), 'counterpart-work-'));
  mkdirSync(join(abandoned, 'profile'), { recursive: true });
  const ours = await makeWorkFolder(tmpdir());
  mkdirSync(abandoned, { recursive: true });
  await clearAbandonedWorkFolders(tmpdir());
  expect(existsSync(abandoned)).toBe(false);
  expect(existsSync(ours)).toBe(true);
  expect(existsSync(strange)).toBe(true);
  for (const folder of [ours, strange]) rmSync(folder, { recursive: true });
});

test.runIf(existsSync('/dev/shm'))('distinguishes a folder in memory from one on a disk', async () => {
  const folder = mkdtempSync('/dev/shm/counterpart-test-');
  expect(await isInMemory(folder)).toBe(true);
  expect(await isInMemory('/proc')).toBe(false);
  rmSync(folder, { recursive: true });
});
