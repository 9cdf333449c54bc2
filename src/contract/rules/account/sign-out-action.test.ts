import { expect, test } from 'vitest';
import { signOutAction } from './sign-out-action.ts';

test('a sign-out says why: the reason given, a click, or else a session that ended', () => {
  expect(signOutAction('password_set')).toBe('password_set');
  expect(signOutAction({ type: 'click' })).toBe('logout');
  expect(signOutAction()).toBe('inactive');
  expect(signOutAction('')).toBe('inactive');
  expect(signOutAction(null)).toBe('inactive');
});
