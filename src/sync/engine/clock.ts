/** Time as the loops see it. Tests provide their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** 0 ≤ x < 1. */
  random(): number;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Resolves after `ms`, or as soon as the signal aborts. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal.addEventListener('abort', end);
  });
}

/** The first and the longest wait between tries, in milliseconds. */
const BACKOFF_FIRST_MS = 1000;
const BACKOFF_MOST_MS = 60_000;

/** The longest wait that a server can request, in milliseconds. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** Full jitter: between zero and the doubled wait, but at least what the server requests. */
export function backoffMs(tries: number, random: number, askedMs: number | null): number {
  const most = Math.min(BACKOFF_FIRST_MS * 2 ** Math.max(tries - 1, 0), BACKOFF_MOST_MS);
  return Math.max(Math.round(most * random), Math.min(askedMs ?? 0, LONGEST_WAIT_MS), 50);
}
