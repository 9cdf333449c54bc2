import { expect, it, vi } from 'vitest';
import { holdPage, onceFreeToLeave } from './use-leave-warning.ts';

it('what leaves the page waits until nothing on it would be cut off, and is done once', () => {
  const reload = vi.fn<() => void>();
  const [sending, copying] = [holdPage(), holdPage()];
  expect(onceFreeToLeave(reload)).toBe(false);
  sending();
  expect(reload).not.toHaveBeenCalled();
  copying();
  expect(reload).toHaveBeenCalledOnce();
  holdPage()();
  expect(reload).toHaveBeenCalledOnce();
  expect(onceFreeToLeave(reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});
