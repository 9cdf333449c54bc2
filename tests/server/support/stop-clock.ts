import { onTestFinished, vi } from 'vitest';

/**
 * The clock stands still to the end of the test, of servers in this process too: a wait of two seconds must not be over before a
 * busy machine has come to look at it.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
