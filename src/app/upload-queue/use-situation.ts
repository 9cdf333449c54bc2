import { useMemo, useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { isMetered, watchConnection } from '../../db/queries/metered.ts';
import type { SyncSummary } from '../../db/queries/sync-status.ts';
import { uploadHold } from '../../db/queries/upload-hold.ts';
import { useMirror } from '../session/mirror-context.ts';
import type { Situation } from './upload-words.ts';

/** What holds up the uploads now: the same object as long as that is the same. Null = not read yet. */
export function useSituation(summary: SyncSummary | undefined): Situation | null {
  const db = useMirror();
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const metered = useSyncExternalStore(watchConnection, isMetered);
  const offline = summary?.connection === 'offline';
  const signedOut = summary?.connection === 'signed_out';
  const paused = hold?.paused === true;
  const sparing = metered && hold?.onMetered === false;
  const situation = useMemo(
    () => ({ offline, signedOut, paused, sparing }),
    [offline, signedOut, paused, sparing],
  );
  return summary && hold ? situation : null;
}
