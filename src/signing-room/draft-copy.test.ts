import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetCopy, readCopy, saveCopy } from './draft-copy.ts';
import { EMPTY_DRAFT, forgetDraft, keepDraft, readDraft, restoreDraft } from './room-draft.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetCopy('p');
});

const page = { uuid: 'page', sha256: 'hash', values: {}, at: '2026-11-26T10:00:00Z', utcOffset: 0 };

it('brings back what was signed just before the battery died', async () => {
  keepDraft('p', { ...EMPTY_DRAFT, name: 'Jane' });
  const onDisk = new Map(stored);
  keepDraft('p', { ...EMPTY_DRAFT, name: 'Jane', pending: [page] });
  await expect.poll(async () => (await readCopy('p'))?.text).toContain('hash');
  stored = onDisk;
  await restoreDraft('p');
  expect(readDraft('p')?.pending).toEqual([page]);
});

it('never replaces a newer draft with an older copy', async () => {
  await saveCopy('p', { text: '{"name":"Old"}', change: 1 });
  keepDraft('p', { ...EMPTY_DRAFT, name: 'Jane' });
  await restoreDraft('p');
  expect(readDraft('p')?.name).toBe('Jane');
  const newest = { text: '{"name":"New"}', change: Date.now() + 60_000 };
  await saveCopy('p', newest);
  await saveCopy('p', { text: '{"name":"Late"}', change: 2 });
  expect(await readCopy('p')).toEqual(newest);
});

it('keeps no copy of a draft that is over, and works where there is no database', async () => {
  keepDraft('p', EMPTY_DRAFT);
  await expect.poll(async () => readCopy('p')).not.toBeNull();
  forgetDraft('p');
  await expect.poll(async () => readCopy('p')).toBeNull();
  vi.stubGlobal('indexedDB', undefined);
  keepDraft('p', { ...EMPTY_DRAFT, name: 'Jane' });
  await restoreDraft('p');
  expect(readDraft('p')?.name).toBe('Jane');
});
