import { expect, it, vi } from 'vitest';
import { holdPage, isFreeToLeave, onceFreeToLeave } from './use-leave-warning.ts';

it('what leaves the page waits until nothing on it would be cut off, and is done once', () => {
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
