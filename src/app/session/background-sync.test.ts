import { beforeEach, expect, it, vi } from 'vitest';
import { askForSync, goesOnByItself } from './background-sync.ts';

beforeEach(() => () => vi.unstubAllGlobals());

/** A Chromium with the app's service worker; `register`: what comes of asking it for a wake. */
function stubBrowser(register: () => Promise<void>): void {
  const serviceWorker = { controller: {}, getRegistration: async () => ({ sync: { register } }) };
  vi.stubGlobal('window', { SyncManager: {} });
  vi.stubGlobal('navigator', { serviceWorker });
}

it('without a network uploads go on by themselves only where the browser has taken it on', async () => {
  stubBrowser(async () => Promise.reject(new DOMException('Not here.', 'NotAllowedError')));
  await askForSync();
  expect(goesOnByItself(true)).toBe(false);
  expect(goesOnByItself(false), 'with one the service worker needs no wake').toBe(true);
  stubBrowser(async () => undefined);
  await askForSync();
  expect(goesOnByItself(true)).toBe(true);
});

it('a browser without Background Sync carries nothing on', async () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, getRegistration: async () => ({}) } });
  await askForSync();
  expect([goesOnByItself(true), goesOnByItself(false)]).toEqual([false, false]);
});
