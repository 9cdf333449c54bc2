import { expect, test } from 'vitest';
import type { AccountRow } from '../../db/device-database.ts';
import { newUuid } from '../../db/uuid.ts';
import { continueOffline, endOfflineWork, isSignInDue, signInAction } from './offline-work.ts';

function account(change: Partial<AccountRow> = {}): AccountRow {
  return {
    userId: newUuid(),
    email: 'ada@firm.test',
    fullName: 'Ada',
    expiresAt: 0,
    signIns: 1,
    logoutOwed: false,
    session: 'ended',
    lastUsedAt: 0,
    ...change,
  };
}

test('the sign-in page is opened with the reason: an expired session, a sign-out, or an end of access', () => {
  expect(signInAction(account())).toBe('inactive');
  expect(signInAction(account({ session: 'signed_out' }))).toBe('logout');
  expect(signInAction(account({ accessEnded: 'Your account was disabled.' }))).toBe('access_ended');
});

test('a user whose session has ended must sign in when online, unless they continue without the server', () => {
  const ended = account();
  expect(isSignInDue(account({ session: 'active' }), true)).toBe(false);
  expect(isSignInDue(ended, true)).toBe(true);
  expect(isSignInDue(ended, false)).toBe(false);
  continueOffline(ended.userId);
  expect(isSignInDue(ended, true)).toBe(false);
  endOfflineWork();
  expect(isSignInDue(ended, true)).toBe(true);
});

test('a user whose access has ended must sign in even without a network', () => {
  expect(isSignInDue(account({ accessEnded: 'Your account was disabled.' }), false)).toBe(true);
});
