import { useMemo, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, and follows it. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => mediaStore(query), [query]);
  return useSyncExternalStore(media.subscribe, media.matches);
}

/** One list for all renders: making one asks the browser to bring its styles up to date. */
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
