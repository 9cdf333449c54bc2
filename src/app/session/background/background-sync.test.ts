import { beforeEach, expect, it, vi } from 'vitest';
import { requestBackgroundSync, continuesInBackground } from './background-sync.ts';

beforeEach(() => () => vi.unstubAllGlobals());

/** Stubs Chromium with the app's service worker. `register` is its answer to a Background Sync request. */
function stubBrowser(register: () => Promise<void>): void {
  const serviceWorker = { controller: {}, getRegistration: async () => ({ sync: { register } }) };
  vi.stubGlobal('window', { SyncManager: {} });
  vi.stubGlobal('navigator', { serviceWorker });
}

it('offline uploads continue in the background only if the browser has agreed to wake the service worker', async () => {
  stubBrowser(async () => Promise.reject(new DOMException('Not here.', 'NotAllowedError')));
  await requestBackgroundSync();
  expect(continuesInBackground(true)).toBe(false);
  expect(continuesInBackground(false), 'online, the service worker is already awake').toBe(true);
  stubBrowser(async () => undefined);
  await requestBackgroundSync();
  expect(continuesInBackground(true)).toBe(true);
});

it('a browser without Background Sync continues nothing in the background', async () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, getRegistration: async () => ({}) } });
  await requestBackgroundSync();
  expect([continuesInBackground(true), continuesInBackground(false)]).toEqual([false, false]);
});
