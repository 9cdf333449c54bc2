import { useState, useSyncExternalStore, type ReactNode } from 'react';
import hidden from '../ui/visually-hidden.module.css';

interface Announcer {
  /** Has it said by a screen reader. */
  announce: (text: string) => void;
  /** Where it stands. */
  region: ReactNode;
}

/** Announcements of a screen. What is announced paints nothing else anew. */
export function useAnnouncer(label: string): Announcer {
  const [store] = useState(announcements);
  return { announce: store.announce, region: <Announcements label={label} store={store} /> };
}

function Announcements({ label, store }: { label: string; store: ReturnType<typeof announcements> }) {
  const text = useSyncExternalStore(store.subscribe, store.last);
  return (
    <p className={hidden.hidden} aria-live="assertive" aria-label={label} role="log">
      {text}
    </p>
  );
}

function announcements() {
  const listeners = new Set<() => void>();
  let last = '';
  return {
    announce: (text: string): void => {
      // The same words twice change nothing that a screen reader would hear of, but for a space that is not seen.
      last = text === last ? `${text}\u00A0` : text;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    last: () => last,
  };
}
