import { useCallback, useState, useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { syncStatus, type SyncSummary } from '../../db/queries/status/sync-status.ts';
import { subscribeUncommitted, uncommittedEdits } from '../../db/views/uncommitted-edits.ts';

/**
 * What the indicator shows. Edits of this tab count as unsent from the moment that they are on the screen (SPEC: SHOW4), not only
 * once they are on the disk. Without a network, it says so even before a request has failed.
 */
export function useSyncSummary(db: MirrorDatabase): SyncSummary | undefined {
  const summary = useLiveQuery(() => syncStatus(db), [db]);
  const subscribe = useCallback((listener: () => void) => subscribeUncommitted(db, listener), [db]);
  const uncommitted = useSyncExternalStore(subscribe, () => uncommittedEdits(db));
  // What has just been committed is not in any count until the next one arrives.
  const [last, setLast] = useState({ summary, uncommitted });
  const kept = last.summary === summary ? Math.max(last.uncommitted, uncommitted) : uncommitted;
  if (last.summary !== summary || last.uncommitted !== kept) setLast({ summary, uncommitted: kept });
  const isOnline = useBrowserOnline();
  if (!summary) return undefined;
  const { connection } = summary;
  const isCut = !isOnline && (connection === 'online' || connection === 'connecting');
  const shown = isCut ? 'offline' : connection;
  // Offline, it says how much is on this device: only what is on the disk is.
  return { ...summary, connection: shown, unsent: summary.unsent + (shown === 'offline' ? 0 : kept) };
}
