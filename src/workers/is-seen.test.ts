import { expect, it } from 'vitest';
import { isSeen, type AppWindow } from './is-seen.ts';

const hidden: AppWindow = { id: 'hidden', visibilityState: 'hidden' };
const visible: AppWindow = { id: 'visible', visibilityState: 'visible' };

it('the app is seen while any of its windows is, but for that which asks', () => {
  expect(isSeen([])).toBe(false);
  expect(isSeen([hidden])).toBe(false);
  expect(isSeen([hidden, visible])).toBe(true);
  expect(isSeen([hidden, visible], 'hidden')).toBe(true);
  expect(isSeen([hidden, visible], 'visible')).toBe(false);
});
