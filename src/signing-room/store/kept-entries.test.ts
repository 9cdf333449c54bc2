import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/signing/room-server.ts';
import { forgetCopies, readCopies, saveCopy } from './entry-copies.ts';
import { DraftStore } from './room-draft.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', memoryStorage(stored));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetCopies('p');
  await forgetCopies('p2');
});

const page = {
  act: 'a',
  uuid: 'page',
  sha256: 'hash',
  values: {},
  signature: 'signature',
  at: '2026-11-26T10:00:00Z',
  utcOffset: 0,
};
const copiesOf = async (packet: string) => [...(await readCopies(packet)).keys()].toSorted();

it('restores what was signed just before the battery died', async () => {
  const draft = new DraftStore('p');
  draft.answer({ name: 'Jane' });
  const onDisk = new Map(stored);
  draft.addPage(page);
  await expect.poll(async () => copiesOf('p')).toEqual(['name', 'page/a']);
  vi.stubGlobal('localStorage', memoryStorage(onDisk));
  const later = new DraftStore('p');
  expect(later.read().pending).toEqual([]);
  await later.restore();
  expect(later.read()).toMatchObject({ name: 'Jane', pending: [page] });
});

it('restores the picture that was chosen as a signature', async () => {
  const draft = new DraftStore('p');
  const picture = { signature: 'c2lnbmVk', initials: null };
  const onDisk = new Map(stored);
  draft.answer({ way: 'picture', picture });
  await expect.poll(async () => copiesOf('p')).toEqual(['picture', 'way']);
  expect(new DraftStore('p').read()).toMatchObject({ way: 'picture', picture });
  vi.stubGlobal('localStorage', memoryStorage(onDisk));
  const later = new DraftStore('p');
  await later.restore();
  expect(later.read()).toMatchObject({ way: 'picture', picture });
});

it('has the pages of two tabs that write at the same time, in the database as well', async () => {
  const [one, other] = [new DraftStore('p'), new DraftStore('p')];
  one.addPage(page);
  other.addPage({ ...page, act: 'b', uuid: 'other page' });
  one.removePages([page]);
  other.finish('2026-11-26T10:01:00Z');
  await expect.poll(async () => copiesOf('p')).toEqual(['finished', 'page/b']);
  vi.stubGlobal('localStorage', memoryStorage(new Map()));
  await one.restore();
  expect(one.read()).toMatchObject({
    pending: [{ uuid: 'other page' }],
    finishedAt: '2026-11-26T10:01:00Z',
  });
});

it('never replaces a newer entry with an older copy', async () => {
  await saveCopy('p', 'name', { value: 'Old', change: 1 });
  const draft = new DraftStore('p');
  draft.answer({ name: 'Jane' });
  await draft.restore();
  expect(draft.read().name).toBe('Jane');
  const newest = { value: 'New', change: Date.now() + 60_000 };
  await saveCopy('p', 'name', newest);
  await saveCopy('p', 'name', { value: 'Late', change: 2 });
  expect((await readCopies('p')).get('name')).toEqual(newest);
});

it('keeps nothing of a draft that is over, and leaves another packet’s draft alone', async () => {
  const [draft, other] = [new DraftStore('p'), new DraftStore('p2')];
  draft.answer({ name: 'Jane' });
  draft.addPage(page);
  other.answer({ name: 'Joe' });
  await expect.poll(async () => copiesOf('p2')).toEqual(['name']);
  draft.forget();
  await expect.poll(async () => copiesOf('p')).toEqual([]);
  expect([...stored.keys()]).toEqual(['counterpart-signing-p2/name']);
  await other.restore();
  expect(other.read().name).toBe('Joe');
});

it('works in a browser without a database', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const draft = new DraftStore('p');
  draft.answer({ name: 'Jane' });
  await draft.restore();
  expect(new DraftStore('p').read().name).toBe('Jane');
});
