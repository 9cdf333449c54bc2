import { useEffect } from 'react';

/** What the first screen has not shown by then it may show later, milliseconds. */
const WAITED_FOR_MS = 2000;

let tell: () => void = () => undefined;

/**
 * Resolves once the first screen shows what the mirror has, or has found it to hold nothing: what is not needed for that
 * comes after it, because on a small machine whatever is started beside it makes it late.
 */
export const firstPaint = new Promise<void>((resolve) => {
  tell = resolve;
  setTimeout(resolve, WAITED_FOR_MS);
});

/** Tells that the screen shows it. */
export function useNotifyFirstPaint(isThere: boolean): void {
  useEffect(() => {
    if (isThere) requestAnimationFrame(() => setTimeout(tell));
  }, [isThere]);
}
