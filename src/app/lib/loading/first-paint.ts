import { useEffect } from 'react';

/** The longest wait for the first paint, ms. */
const MAX_WAIT_MS = 2000;

let resolveFirstPaint: () => void = () => undefined;

/**
 * Resolves once the first screen shows its rows, or has no rows to show. Start anything else after it: on a slow machine, any
 * other work delays the first paint.
 */
export const firstPaint = new Promise<void>((resolve) => {
  resolveFirstPaint = resolve;
  setTimeout(resolve, MAX_WAIT_MS);
});

/** Resolves `firstPaint` once the screen is there (`isThere`). */
export function useNotifyFirstPaint(isThere: boolean): void {
  useEffect(() => {
    if (isThere) requestAnimationFrame(() => setTimeout(resolveFirstPaint));
  }, [isThere]);
}
