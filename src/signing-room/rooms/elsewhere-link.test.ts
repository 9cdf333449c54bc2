import { beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../tests/support/signing/room-server.ts';

const LINK = 'a'.repeat(43);

let replaced: string[];

/** Opens a page with this query, in a tab with this storage. Each page runs the scripts again. */
async function openPage(search: string, storage: Pick<Storage, 'getItem' | 'setItem'>) {
  vi.resetModules();
  replaced = [];
  const history = { replaceState: (_: unknown, __: string, url: string) => void replaced.push(url) };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('window', { location: { search }, history });
  return import('./elsewhere-link.ts');
}

beforeEach(() => () => vi.unstubAllGlobals());

it('a tab that returns from DocuSign shows its link again, and the outcome until it is reloaded', async () => {
  const tab = memoryStorage(new Map());
  const before = await openPage('', tab);
  before.rememberLink(LINK);
  const back = await openPage('?event=signing_complete', tab);
  expect(back.comeBack()).toBe(LINK);
  expect([back.outcomeOfVisit(), replaced]).toEqual(['signing_complete', [`/sign/${LINK}`]]);
  // A reload opens the link's address.
  expect((await openPage('', tab)).outcomeOfVisit()).toBeNull();
});

it('a tab that hasn’t been to DocuSign, or can’t store anything, has no link to return to', async () => {
  expect((await openPage('?event=signing_complete', memoryStorage(new Map()))).comeBack()).toBeNull();
  const refuse = () => {
    throw new Error('blocked');
  };
  const blocked = await openPage('?event=signing_complete', { getItem: refuse, setItem: refuse });
  blocked.rememberLink(LINK);
  expect([blocked.comeBack(), replaced]).toEqual([null, []]);
});
