import { expect, it, vi } from 'vitest';
import { Carrying } from './upload-takeover.ts';

/** Uploads that run until they are stopped, and then take a moment to release their lock. */
function goingOn() {
  const runs: { signal: AbortSignal; letGo: (left: boolean) => void }[] = [];
  const carrying = new Carrying(async (signal) => new Promise((letGo) => void runs.push({ signal, letGo })));
  return { carrying, runs };
}

it('[UP9] continues the uploads only once, no matter how often it is asked', async () => {
  const { carrying, runs } = goingOn();
  const asked = [carrying.carryOn(), carrying.carryOn()];
  await expect.poll(() => runs).toHaveLength(1);
  runs[0]?.letGo(true);
  expect(await Promise.all(asked)).toEqual([true, true]);
});

it('[UP9] starts again when asked while a page takes the uploads back, but only after the previous run has ended', async () => {
  const { carrying, runs } = goingOn();
  const first = carrying.carryOn();
  const stopped = carrying.stop();
  const again = carrying.carryOn();
  expect(runs[0]?.signal.aborted).toBe(true);
  expect(runs).toHaveLength(1);
  runs[0]?.letGo(true);
  await Promise.all([first, stopped]);
  await expect.poll(() => runs).toHaveLength(2);
  expect(runs[1]?.signal.aborted).toBe(false);
  runs[1]?.letGo(false);
  expect(await again).toBe(false);
});

it('[UP9] starts again after a run that failed', async () => {
  const carryOn = vi.fn<(signal: AbortSignal) => Promise<boolean>>();
  carryOn.mockRejectedValueOnce(new Error('no disk')).mockResolvedValueOnce(false);
  const carrying = new Carrying(carryOn);
  await expect(carrying.carryOn()).rejects.toThrow('no disk');
  expect(await carrying.carryOn()).toBe(false);
});
