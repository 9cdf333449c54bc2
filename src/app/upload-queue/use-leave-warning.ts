import { useEffect } from 'react';

/** The app itself loads the page anew: the person has just said so. */
let reloading = false;

/** Loads the page anew without the browser's question. */
export function reloadPage(): void {
  reloading = true;
  window.location.reload();
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
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
