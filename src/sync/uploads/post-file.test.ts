import { afterEach, expect, it, vi } from 'vitest';
import { postFile } from './post-file.ts';

const upload = { url: 'http://store.test/', fields: { key: 'k' } };
const file = { name: 'a.pdf', bytes: new Blob(['x']) };

afterEach(() => vi.unstubAllGlobals());

/** As a browser's, which is not here: it refuses an address that is none. */
class RefusingRequest extends EventTarget {
  readonly upload = new EventTarget();
  open(): void {
    throw new SyntaxError('Invalid URL');
  }
  send(): void {
    throw new Error('sent without having been opened');
  }
}

it('an address that the browser refuses counts as out of reach, to be asked for anew', async () => {
  vi.stubGlobal('XMLHttpRequest', RefusingRequest);
  const { signal } = new AbortController();
  expect(await postFile(upload, file, signal, () => undefined)).toEqual({ outcome: 'unreachable' });
});

it('nothing is sent of a file that was taken off the queue before', async () => {
  vi.stubGlobal('XMLHttpRequest', RefusingRequest);
  expect(await postFile(upload, file, AbortSignal.abort(), () => undefined)).toEqual({ outcome: 'stopped' });
});
