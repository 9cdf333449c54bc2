import { useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { connection } from '../../../db/queries/status/connection.ts';
import { useMirror } from '../../session/mirror-context.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the browser has a network. Use it only to word a message: the engine relies on requests instead. */
export function useBrowserOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Returns whether the server is unreachable, according to the browser and the engine. */
export function useOffline(): boolean {
  const online = useBrowserOnline();
  return useReached() === 'offline' || !online;
}

/** Returns whether the server can be reached, according to the browser and the engine. */
export function useReachable(): boolean {
  const online = useBrowserOnline();
  const reached = useReached();
  return online && reached !== 'offline' && reached !== 'signed_out';
}

function useReached() {
  const db = useMirror();
  return useLiveQuery(() => connection(db), [db]);
}
