import { expect, it, vi } from 'vitest';
import { holdPage, isFreeToLeave, onceFreeToLeave } from './leave-warning.ts';

it('an action that leaves the page waits until nothing would be lost, and runs once', () => {
  const reload = vi.fn<() => void>();
  const [sending, copying] = [holdPage(), holdPage()];
  onceFreeToLeave(reload);
  expect(isFreeToLeave()).toBe(false);
  sending();
  expect(reload).not.toHaveBeenCalled();
  copying();
  expect(reload).toHaveBeenCalledOnce();
  holdPage()();
  expect(reload).toHaveBeenCalledOnce();
  onceFreeToLeave(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});
