import { useState, useSyncExternalStore, type ReactNode } from 'react';
import hidden from '../ui/visually-hidden.module.css';

interface Announcer {
  /** Makes screen readers read the text. */
  announce: (text: string) => void;
  /** The live region to render. */
  region: ReactNode;
}

/** A live region for a screen. An announcement renders only the region. */
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
      // A screen reader ignores the same text twice, so a repeated text gets an invisible space.
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
