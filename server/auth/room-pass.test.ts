import { expect, test } from 'vitest';
import { hasEnteredCode } from '../store/deals/packets/link-holder.ts';
import { roomPassCookie } from './room-pass.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const jar = { secure: true, framed: false, unprefixed: [] };
const [LINK, OTHER_LINK] = ['a'.repeat(43), 'b'.repeat(43)];
const { value: pass, options } = roomPassCookie(LINK, 'hash of the code', { now: NOW, jar });

test('a pass opens its own link, as long as the code is the same, for 12 hours', () => {
  expect(hasEnteredCode({ token: LINK, pass }, 'hash of the code', NOW)).toBe(true);
  expect(hasEnteredCode({ token: OTHER_LINK, pass }, 'hash of the code', NOW)).toBe(false);
  expect(hasEnteredCode({ token: LINK, pass }, 'hash of another code', NOW)).toBe(false);
  expect(hasEnteredCode({ token: LINK, pass }, 'hash of the code', new Date('2026-11-27T00:00:00Z'))).toBe(
    false,
  );
});

test('a pass that is missing or was tampered with opens nothing', () => {
  const [until, proof] = pass.split('.');
  for (const forged of [null, '', '.', `${Number(until) + 1}.${proof}`, `${until}.`, `9${pass}`])
    expect(hasEnteredCode({ token: LINK, pass: forged }, 'hash of the code', NOW)).toBe(false);
});

test('a pass is sent only with the calls of its link, is hidden from scripts, and is deleted when the browser closes', () => {
  expect(options).toEqual({ path: `/api/signing/${LINK}`, sameSite: 'strict', httpOnly: true, secure: true });
});
