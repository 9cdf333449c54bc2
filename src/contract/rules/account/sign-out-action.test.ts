import { expect, test } from 'vitest';
import { signOutAction } from './sign-out-action.ts';

test('a sign-out states its reason: the given one, a click, or an ended session', () => {
  expect(signOutAction('password_set')).toBe('password_set');
  expect(signOutAction({ type: 'click' })).toBe('logout');
  expect(signOutAction()).toBe('inactive');
  expect(signOutAction('')).toBe('inactive');
  expect(signOutAction(null)).toBe('inactive');
});
