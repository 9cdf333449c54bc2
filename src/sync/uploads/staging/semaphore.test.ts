import { expect, it } from 'vitest';
import { Turnstile } from './semaphore.ts';

const { signal } = new AbortController();

/** Work that ends on request, and the order in which it was admitted. */
function crowd(turnstile: Turnstile) {
  const entered: string[] = [];
  const visit = (name: string, until = signal) => {
    const work = Promise.withResolvers<string>();
    const passed = turnstile.pass(until, async () => {
      entered.push(name);
      return work.promise;
    });
    return { passed, end: () => work.resolve(name), fail: () => work.reject(new Error(name)) };
  };
  return { entered, visit };
}

it('admits a limited number at once, and the next one when one leaves, in order of arrival', async () => {
  const { entered, visit } = crowd(new Turnstile(2));
  const [a, b, c, d] = [visit('a'), visit('b'), visit('c'), visit('d')];
  b.fail();
  await expect(b.passed).rejects.toThrow('b');
  await expect.poll(() => entered).toEqual(['a', 'b', 'c']);
  a.end();
  c.end();
  d.end();
  expect(await Promise.all([a.passed, c.passed, d.passed])).toEqual(['a', 'c', 'd']);
});

it('a waiter that gives up is not admitted, and blocks nobody', async () => {
  const { entered, visit } = crowd(new Turnstile(1));
  const stopping = new AbortController();
  const [a, b, c] = [visit('a'), visit('b', stopping.signal), visit('c')];
  stopping.abort();
  expect(await b.passed).toBeNull();
  expect(await visit('late', stopping.signal).passed).toBeNull();
  a.end();
  await expect.poll(() => entered).toEqual(['a', 'c']);
  c.end();
  await c.passed;
});
