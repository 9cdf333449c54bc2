import { useMemo, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, and follows it. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => mediaStore(query), [query]);
  return useSyncExternalStore(media.subscribe, media.matches);
}

/** Shared by all renders: creating a media query list makes the browser recalculate styles. */
function mediaStore(query: string) {
  const list = window.matchMedia(query);
  return {
    subscribe: (listener: () => void): (() => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
}
