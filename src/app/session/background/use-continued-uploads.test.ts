import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestContinuedUploads } from './use-continued-uploads.ts';

const register = vi.fn<(tag: string) => Promise<void>>(async () => undefined);
const postMessage = vi.fn<(message: unknown) => void>();

beforeEach(() => {
  register.mockClear();
  postMessage.mockClear();
  vi.useFakeTimers();
  const serviceWorker = {
    controller: { postMessage },
    getRegistration: async () => ({ sync: { register } }),
  };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { serviceWorker });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks the browser again every minute and when the connection is lost, because it forgets the request', async () => {
  const stop = requestContinuedUploads();
  await vi.advanceTimersByTimeAsync(0);
  expect(register.mock.calls).toEqual([['uploads']]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(register).toHaveBeenCalledTimes(3);
  expect(postMessage.mock.calls, 'the service worker gets a message too').toEqual([
    [{ type: 'carry-on' }],
    [{ type: 'carry-on' }],
  ]);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalledTimes(4);
  stop();
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(register).toHaveBeenCalledTimes(4);
});

it('[UP9] notifies the service worker of the uploads when the page is hidden', () => {
  const stop = requestContinuedUploads();
  window.dispatchEvent(new Event('pagehide'));
  expect(postMessage.mock.calls).toEqual([[{ type: 'carry-on' }]]);
  stop();
  window.dispatchEvent(new Event('pagehide'));
  expect(postMessage).toHaveBeenCalledTimes(1);
});
