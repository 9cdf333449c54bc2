import { useMemo, useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { isMetered, watchConnection } from '../../db/queries/offline/metered.ts';
import { connection } from '../../db/queries/status/connection.ts';
import { uploadHold } from '../../db/queries/documents/upload-pause.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import type { Situation } from './row/row-status.ts';

/** Returns what holds up the uploads; null = not read yet. The object is the same until something changes. */
export function useSituation(): Situation | null {
  const db = useMirror();
  const reached = useLiveQuery(() => connection(db), [db]);
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const metered = useSyncExternalStore(watchConnection, isMetered);
  // Like the sync status in the header, this detects the loss of the network before a request has failed.
  const browserOnline = useBrowserOnline();
  const offline = reached === 'offline' || !browserOnline;
  const signedOut = reached === 'signed_out';
  const paused = hold?.paused === true;
  const sparing = metered && hold?.onMetered === false;
  const situation = useMemo(
    () => ({ offline, signedOut, paused, sparing }),
    [offline, signedOut, paused, sparing],
  );
  return reached && hold ? situation : null;
}
