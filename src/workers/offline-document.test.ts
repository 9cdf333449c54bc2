import { expect, it, vi } from 'vitest';
import { offlineDocument } from './offline-document.ts';

/** An in-memory cache that lists its requests in the order in which they came. */
function newCache(does: Partial<Cache> = {}) {
  const kept = new Map<string, { headers: Headers; bytes: ArrayBuffer }>();
  const href = (asked: URL | Request) => (asked instanceof URL ? asked.href : asked.url);
  const cache = {
    match: async (asked: URL | Request) => {
      const found = kept.get(href(asked));
      return found && new Response(found.bytes, { headers: found.headers });
    },
    put: async (asked: URL, response: Response) =>
      void kept.set(asked.href, { headers: response.headers, bytes: await response.arrayBuffer() }),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    delete: async (asked: Request) => kept.delete(asked.url),
    ...does,
  } as Cache;
  return { cache, names: () => [...kept.keys()].map((url) => url.split('/').at(-2)) };
}

function pdf(size: number, headers: Record<string, string> = {}): Response {
  return new Response('bytes', {
    headers: { 'content-length': String(size), 'accept-ranges': 'bytes', ...headers },
  });
}

const urlOf = (name: string) => new URL(`https://counterpart.test/api/files/document/${name}/pdf`);

/** Opens a document, and waits until all background work is done. */
async function open(cache: Cache, name: string, answer: () => Promise<Response>): Promise<Response> {
  const work: Promise<unknown>[] = [];
  const shown = await offlineDocument(urlOf(name), {
    openCache: async () => cache,
    ask: answer,
    waitUntil: (each) => void work.push(each),
  });
  await Promise.all(work);
  return shown;
}

it('a document that was opened once is not requested again, and is returned whole', async () => {
  const { cache } = newCache();
  const ask = vi.fn<() => Promise<Response>>(async () => pdf(5));
  expect(await (await open(cache, 'deed', ask)).text()).toBe('bytes');
  const again = await open(cache, 'deed', ask);
  expect(await again.text()).toBe('bytes');
  expect(ask).toHaveBeenCalledTimes(1);
  expect(again.headers.has('accept-ranges')).toBe(false);
  expect(again.headers.get('content-length')).toBe('5');
});

it('the documents that were opened first are deleted when all of them together exceed 200 MB', async () => {
  const { cache, names } = newCache();
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    await open(cache, name, async () => pdf(45_000_000));
  expect(names()).toEqual(['two', 'three', 'four', 'five']);
});

it.each([
  ['larger than 50 MB', () => pdf(50_000_001)],
  ['of unknown length', () => new Response('bytes')],
  ['a refusal', () => new Response('no', { status: 404, headers: { 'content-length': '2' } })],
])('a response that is %s is shown but not stored', async (_what, answer) => {
  const { cache, names } = newCache();
  expect(await (await open(cache, 'deed', async () => answer())).text()).not.toBe('');
  expect(names()).toEqual([]);
});

it('a document that does not fit on the disk is shown anyway', async () => {
  const full = async () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
  const { cache } = newCache({ put: full });
  expect(await (await open(cache, 'deed', async () => pdf(5))).text()).toBe('bytes');
});
