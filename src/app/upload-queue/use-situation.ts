import { useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { isMetered, watchConnection } from '../../db/queries/metered.ts';
import { syncStatus, type SyncSummary } from '../../db/queries/sync-status.ts';
import { uploadHold } from '../../db/queries/upload-hold.ts';
import { useMirror } from '../session/mirror-context.ts';
import type { Situation } from './upload-words.ts';

/** What holds up the uploads now, and the work of this device of which they are a part; null = not read yet. */
export function useSituation(): (Situation & { summary: SyncSummary }) | null {
  const db = useMirror();
  const summary = useLiveQuery(() => syncStatus(db), [db]);
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const metered = useSyncExternalStore(watchConnection, isMetered);
  if (!summary || !hold) return null;
  return {
    offline: summary.connection === 'offline',
    signedOut: summary.connection === 'signed_out',
    paused: hold.paused,
    sparing: metered && !hold.onMetered,
    summary,
  };
}
