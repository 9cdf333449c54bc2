import { useEffect } from 'react';

/** The app itself loads the page anew: the person has just said so. */
let reloading = false;

/** Who has something on this page that would be cut off with it. */
const held = new Set<symbol>();
const waiting = new Set<() => void>();

/** Loads the page anew without the browser's question. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
}

/** Says that the page should not be left; answers what takes that back. */
export function holdPage(): () => void {
  const key = Symbol('hold');
  held.add(key);
  return () => {
    held.delete(key);
    if (!isFreeToLeave()) return;
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  };
}

/** Whether nothing on this page would be cut off with it. */
export function isFreeToLeave(): boolean {
  return held.size === 0;
}

/** Does it as soon as that is so. */
export function onceFreeToLeave(act: () => void): void {
  if (isFreeToLeave()) act();
  else waiting.add(act);
}

/**
 * The browser's own question before the page is left. Listened to only while it applies: a page that always listens is
 * not kept for going back.
 */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (!reloading) event.preventDefault();
    };
    const letGo = holdPage();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      letGo();
    };
  }, [unsaved]);
}
