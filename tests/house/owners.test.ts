import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Returns the files that match a pattern. Each platform API has one owner, so that its rules hold everywhere.
 */
function usersOf(pattern: RegExp, folders: string): string[] {
  const files = globSync(`${folders}/**/*.{ts,tsx}`).filter((path) => !/\.test\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(100);
  return files.filter((path) => pattern.test(readFileSync(path, 'utf8'))).toSorted();
}

test('only src/db/offline/person-cache.ts opens caches, because it knows who has signed out, and the signing room’s worker, which has no user', () => {
  expect(usersOf(/\bcaches\s*\.\s*open\b/, 'src')).toEqual([
    'src/db/offline/person-cache.ts',
    'src/workers/room-worker.ts',
  ]);
});

test('no code reads or writes caches through the cache storage as a whole, bypassing the owner', () => {
  expect(usersOf(/\bcaches\s*\.\s*match\b/, 'src')).toEqual([]);
});

test('only the sandbox and the built-in database start a process that keeps running', () => {
  const starts = /\b(?:spawn|fork)(?:Sync)?\b[^;]*from 'node:child_process'/;
  expect(usersOf(starts, 'server')).toEqual([
    'server/convert/confinement/sandbox.ts',
    'server/postgres/embedded-cluster.ts',
    'server/postgres/postgres-binaries.ts',
  ]);
});

test('the server’s process never parses a PDF that contains pages of uploaded files', () => {
  expect(usersOf(/\bPDFDocument\s*\.\s*load\b|\bPDFObjectParser\s*\.\s*for/, 'server')).toEqual([
    // An operator's command.
    'server/signing/packets/check-packet-evidence.ts',
    'server/signing/paint-pages-process.ts',
    // In a separate process, or for PDFs without pages of uploaded files.
    'server/signing/seal/pdf-objects.ts',
  ]);
});

test('only the owners of a platform API run commands', () => {
  const runs = /\bexec(?:File)?(?:Sync)?\b[^;]*from 'node:child_process'/;
  expect(usersOf(runs, 'server')).toEqual([
    'server/convert/confinement/confinement.ts',
    'server/convert/find-soffice.ts',
    'server/postgres/postgres-binaries.ts',
    'server/postgres/postmaster.ts',
    'server/postgres/system-user.ts',
    'server/signing/seal/read-p12.ts',
  ]);
});

test('processes and threads are created through named imports, which the rules above can see', () => {
  expect(usersOf(/import (?:\* as )?\w+ from 'node:child_process'|node:worker_threads/, 'server')).toEqual(
    [],
  );
});
