import { afterEach, expect, it, vi } from 'vitest';
import { sendByFetch, sendByXhr } from './send-bytes.ts';

const request = { method: 'POST', url: 'http://store.test/', body: new Blob(['x']) } as const;
const noProgress = () => undefined;

afterEach(() => vi.unstubAllGlobals());

/** Like a browser's, which doesn't exist here: it refuses an invalid address. */
class RefusingRequest extends EventTarget {
  readonly upload = new EventTarget();
  open(): void {
    throw new SyntaxError('Invalid URL');
  }
  send(): void {
    throw new Error('sent without having been opened');
  }
}

it('an address that the browser refuses counts as unreachable, and a new one is requested', async () => {
  vi.stubGlobal('XMLHttpRequest', RefusingRequest);
  const { signal } = new AbortController();
  expect(await sendByXhr(request, signal, noProgress)).toEqual({ outcome: 'unreachable' });
  expect(await sendByFetch({ ...request, url: 'no address' }, signal, noProgress)).toEqual({
    outcome: 'unreachable',
  });
});

it('nothing is sent of a file that was removed from the queue', async () => {
  vi.stubGlobal('XMLHttpRequest', RefusingRequest);
  const stopped = { outcome: 'stopped' };
  expect(await sendByXhr(request, AbortSignal.abort(), noProgress)).toEqual(stopped);
  expect(await sendByFetch(request, AbortSignal.abort(), noProgress)).toEqual(stopped);
});
