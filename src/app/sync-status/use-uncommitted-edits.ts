import { useCallback, useSyncExternalStore } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import { subscribeUncommitted, uncommittedEdits } from '../../db/views/uncommitted-edits.ts';

/** Returns how many edits of this tab are shown but not on disk yet. */
export function useUncommittedEdits(db: MirrorDatabase): number {
  const subscribe = useCallback((listener: () => void) => subscribeUncommitted(db, listener), [db]);
  return useSyncExternalStore(subscribe, () => uncommittedEdits(db));
}
