import { beforeEach, describe, expect, test } from 'vitest';
import { GrowingDelay } from './growing-delay.ts';

const SECOND = 1000;
const rule = { free: 3, first: 2 * SECOND, most: 60 * SECOND, forgetAfter: 600 * SECOND };

let at: number;
let delay: GrowingDelay;
beforeEach(() => {
  at = 1_800_000_000_000;
  delay = new GrowingDelay(rule, () => new Date(at));
});

/** Waits as long as required, tries, and returns the wait in seconds. */
function tryAfterWait(key: string): number {
  const waited = delay.wait(key);
  at += waited;
  delay.count(key);
  return waited / SECOND;
}

describe('attempts under one key', () => {
  test('are free three times, then each waits twice as long as the last, up to the maximum', () => {
    const waits = Array.from({ length: 10 }, () => tryAfterWait('ada'));
    expect(waits).toEqual([0, 0, 0, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('do not delay attempts under another key', () => {
    for (let n = 0; n < 5; n += 1) delay.count('ada');
    expect(delay.wait('ada')).toBeGreaterThan(0);
    expect(delay.wait('mo')).toBe(0);
  });

  test('are forgotten ten minutes after the last one', () => {
    for (let n = 0; n < 8; n += 1) delay.count('ada');
    at += 600 * SECOND;
    expect(Array.from({ length: 4 }, () => tryAfterWait('ada'))).toEqual([0, 0, 0, 2]);
  });
});

test('an attacker who tries many keys does not evict a key that is being delayed', () => {
  delay = new GrowingDelay(rule, () => new Date(at), 100);
  for (let n = 0; n < 6; n += 1) delay.count('ada');
  for (let n = 0; n < 1000; n += 1) delay.count(`nobody ${n}`);
  expect(delay.wait('ada')).toBe(16 * SECOND);
  // Even if all of them are delayed, the number of keys is limited.
  for (let n = 0; n < 1000; n += 1) for (let times = 0; times < 4; times += 1) delay.count(`someone ${n}`);
  expect(delay.wait('someone 999')).toBeGreaterThan(0);
  expect(delay.wait('someone 0')).toBe(0);
});
