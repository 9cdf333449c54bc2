import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/signing/room-server.ts';
import type { Entry } from './entry-copies.ts';
import { KeptEntries } from './kept-entries.ts';

/** A disk that responds when the test tells it to. */
const disk = vi.hoisted(() => ({
  read: Promise.withResolvers<Map<string, Entry>>(),
  written: Promise.withResolvers<void>(),
}));
vi.mock('./entry-copies.ts', async (original) => ({
  ...(await original<object>()),
  readCopies: async () => disk.read.promise,
  saveCopy: async () => disk.written.promise,
  forgetCopy: async () => {},
  forgetCopies: async () => {},
}));

beforeEach(() => {
  disk.read = Promise.withResolvers();
  disk.written = Promise.withResolvers();
  vi.stubGlobal('localStorage', memoryStorage(new Map()));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const copies = () => new Map([['page/a', { value: 'a page', change: 1 }]]);

/** Opens entries whose copies can't be read yet. */
async function openEarly() {
  const entries = new KeptEntries('p');
  const onLate = vi.fn<() => void>();
  const restored = entries.restore(onLate);
  await vi.advanceTimersByTimeAsync(1000);
  await restored;
  expect([...entries.all().keys()]).toEqual([]);
  return { entries, onLate };
}

it('what a slow disk restores after the room was opened is shown then', async () => {
  const { entries, onLate } = await openEarly();
  disk.read.resolve(copies());
  await vi.advanceTimersByTimeAsync(0);
  expect(onLate).toHaveBeenCalledOnce();
  expect([...entries.all().keys()]).toEqual(['page/a']);
});

it.each([
  ['was removed', (entries: KeptEntries) => entries.remove('page/a')],
  ['ended', (entries: KeptEntries) => entries.removeAll()],
])('a slow disk doesn’t restore what %s in the meantime', async (_what, end) => {
  const { entries, onLate } = await openEarly();
  end(entries);
  disk.read.resolve(copies());
  await vi.advanceTimersByTimeAsync(0);
  expect(onLate).not.toHaveBeenCalled();
  expect([...entries.all().keys()]).toEqual([]);
});

it('a signed page waits 10 seconds for a slow disk, and the next one only a second', async () => {
  const entries = new KeptEntries('p');
  const ended: string[] = [];
  entries.put('page/a', 'a page');
  void entries.saved().then(() => ended.push('first'));
  await vi.advanceTimersByTimeAsync(9999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['first']);
  entries.put('page/b', 'another page');
  void entries.saved().then(() => ended.push('second'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toEqual(['first', 'second']);
});
