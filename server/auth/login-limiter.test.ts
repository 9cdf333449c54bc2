import { beforeEach, expect, test } from 'vitest';
import { LoginLimiter } from './login-limiter.ts';

let now = 0;
let limiter: LoginLimiter;
beforeEach(() => {
  now = 1_000_000;
  limiter = new LoginLimiter(() => now);
});

test('the eleventh attempt within a minute waits until the first is a minute old', () => {
  for (let n = 0; n < 10; n += 1) {
    expect(limiter.begin('a')).toBe(0);
    now += 1000;
  }
  expect(limiter.begin('a')).toBe(50);
  expect(limiter.begin('b')).toBe(0);
  now += 50_000;
  expect(limiter.begin('a')).toBe(0);
  expect(limiter.begin('a')).toBe(1);
});

test('one that succeeds wipes the slate', () => {
  for (let n = 0; n < 10; n += 1) limiter.begin('a');
  limiter.succeeded('a');
  expect(limiter.begin('a')).toBe(0);
});
