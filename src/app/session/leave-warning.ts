import { useEffect } from 'react';

/** The app itself reloads the page, because the user has just asked for it. */
let reloading = false;

/** One entry for each reason not to leave this page. */
const holds = new Set<symbol>();
const waiting = new Set<() => void>();

/** Reloads the page without the browser's leave-page warning. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

/** Marks the page as not safe to leave. Returns a function that removes the mark. */
export function holdPage(): () => void {
  const key = Symbol('hold');
  holds.add(key);
  return () => {
    holds.delete(key);
    if (!isFreeToLeave()) return;
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  };
}

/** Returns whether the page can be left without losing anything. */
export function isFreeToLeave(): boolean {
  return holds.size === 0;
}

/** Calls `act` as soon as the page can be left. */
export function onceFreeToLeave(act: () => void): void {
  if (isFreeToLeave()) act();
  else waiting.add(act);
}

/**
 * Shows the browser's leave-page warning while something is unsaved. The listener exists only then, because a page with a
 * `beforeunload` listener may be kept out of the back/forward cache.
 */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (!reloading) event.preventDefault();
    };
    const release = holdPage();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      release();
    };
  }, [unsaved]);
}
