import { expect, it, vi } from 'vitest';
import { Keeping } from './offline-fetching.ts';

it('[KEEP2] requests during a run cause exactly one more run afterward, no matter how many there were', async () => {
  const ends: (() => void)[] = [];
  const keeping = new Keeping(async () => new Promise((end) => void ends.push(end)));
  const asked = [keeping.keep(), keeping.keep(), keeping.keep()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all(asked);
  expect(ends).toHaveLength(2);
});

it('[KEEP2] starts again after a run that failed', async () => {
  const fetch = vi.fn<() => Promise<void>>();
  fetch.mockRejectedValueOnce(new Error('no disk')).mockResolvedValueOnce();
  const keeping = new Keeping(fetch);
  await expect(keeping.keep()).rejects.toThrow('no disk');
  await keeping.keep();
  expect(fetch).toHaveBeenCalledTimes(2);
});
