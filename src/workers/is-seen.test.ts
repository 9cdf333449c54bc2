import { expect, it } from 'vitest';
import { isSeen, type AppWindow } from './is-seen.ts';

const hidden: AppWindow = { id: 'hidden', visibilityState: 'hidden' };
const visible: AppWindow = { id: 'visible', visibilityState: 'visible' };

it('the app is visible if any of its windows is, except the one that asks', () => {
  expect(isSeen([])).toBe(false);
  expect(isSeen([hidden])).toBe(false);
  expect(isSeen([hidden, visible])).toBe(true);
  expect(isSeen([hidden, visible], 'hidden')).toBe(true);
  expect(isSeen([hidden, visible], 'visible')).toBe(false);
});
