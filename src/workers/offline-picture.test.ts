import { expect, it, vi } from 'vitest';
import { offlinePicture } from './offline-picture.ts';

const url = new URL('https://counterpart.test/api/files/document/hash/png-144/1.png');

/** A working cache, except for the methods that the test replaces. */
function cacheThat(does: Partial<Cache> = {}) {
  const kept = new Map<string, Response>();
  const keeping = {
    match: async (asked: URL) => kept.get(asked.href)?.clone(),
    put: async (asked: URL, response: Response) => void kept.set(asked.href, response),
  };
  return { ...keeping, ...does } as Cache;
}

const full = async () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));

it('a picture that was seen once is not requested again', async () => {
  const cache = cacheThat();
  const ask = vi.fn<() => Promise<Response>>(async () => new Response('picture'));
  const look = async () => (await offlinePicture(url, async () => cache, ask)).text();
  expect([await look(), await look()]).toEqual(['picture', 'picture']);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('a rejected response is not stored', async () => {
  const cache = cacheThat();
  const answers = [new Response('no', { status: 404 }), new Response('picture')];
  const ask = async () => answers.shift() ?? Response.error();
  expect((await offlinePicture(url, async () => cache, ask)).status).toBe(404);
  expect(await (await offlinePicture(url, async () => cache, ask)).text()).toBe('picture');
});

it.each([
  ['stored', async () => cacheThat({ put: full })],
  ['looked up', async () => cacheThat({ match: full })],
  ['stored because its cache cannot be opened', full],
] as const)('a picture that cannot be %s is shown anyway', async (_what, openCache) => {
  const shown = await offlinePicture(url, openCache, async () => new Response('picture'));
  expect(await shown.text()).toBe('picture');
});

it('without a network, a picture that was never seen fails to load', async () => {
  const ask = async () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(offlinePicture(url, async () => cacheThat(), ask)).rejects.toThrow('Failed to fetch');
});
