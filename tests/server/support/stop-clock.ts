import { onTestFinished, vi } from 'vitest';

/**
 * Stops the clock until the end of the test, also for servers in this process: a wait of two seconds must not
 * end before a busy machine can check it.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
