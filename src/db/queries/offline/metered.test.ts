import { afterEach, expect, it, vi } from 'vitest';
import { isCostly, isSilentPhone } from './metered.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with that name that reports this about its connection; null = nothing. */
function browse(userAgent: string, said: { saveData: boolean; type?: string } | null): void {
  const connection = said && Object.assign(new EventTarget(), said);
  vi.stubGlobal('navigator', { userAgent, ...(connection && { connection }) });
}

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16)';
const LAPTOP = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

it.each([
  ['a laptop that says nothing', LAPTOP, null, false],
  ['a laptop that saves data', LAPTOP, { saveData: true }, true],
  ['a phone on Wi-Fi', ANDROID, { saveData: false, type: 'wifi' }, false],
  ['a phone on Wi-Fi that saves data', ANDROID, { saveData: true, type: 'wifi' }, true],
  ['a phone on a cellular connection', ANDROID, { saveData: false, type: 'cellular' }, true],
  ['a phone that says nothing', IPHONE, null, true],
])('knows whether automatic downloads wait on %s', (_name, userAgent, said, costly) => {
  browse(userAgent, said);
  expect(isCostly()).toBe(costly);
});

it.each([
  ['a laptop that says nothing', LAPTOP, null, false],
  ['a phone on a cellular connection', ANDROID, { saveData: false, type: 'cellular' }, false],
  ['a phone that reports only whether it saves data', ANDROID, { saveData: false }, true],
  ['a phone that says nothing', IPHONE, null, true],
])('knows whether %s never downloads automatically', (_name, userAgent, said, silent) => {
  browse(userAgent, said);
  expect(isSilentPhone()).toBe(silent);
});
