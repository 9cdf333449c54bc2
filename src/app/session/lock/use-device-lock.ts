import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../../db/database.ts';
import {
  answerForKeys,
  askForKey,
  subscribeUnlocked,
  isUnlocked,
  lockOf,
} from '../../../db/queries/account/device-lock.ts';

/** Whether the device lock blocks the user; `unknown` until another, unlocked tab has had time to send the key. */
export type Access = 'unknown' | 'open' | 'locked';

export function useDeviceLock(db: MirrorDatabase): Access {
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const subscribe = useCallback((listener: () => void) => subscribeUnlocked(db, listener), [db]);
  const unlocked = useSyncExternalStore(subscribe, () => lock != null && isUnlocked(db, lock));
  /** The lock that no other tab has a key for, or that was open in this tab. */
  const [checkedLock, setCheckedLock] = useState<string | null>(null);
  useEffect(answerForKeys, []);
  useEffect(() => {
    if (!lock) return undefined;
    let left = false;
    const note = () => left || setCheckedLock(lock.id);
    if (unlocked) note();
    else void askForKey(db, lock).then(note);
    return () => {
      left = true;
    };
  }, [db, lock, unlocked]);
  if (lock === undefined) return 'unknown';
  if (lock === null || unlocked) return 'open';
  return checkedLock === lock.id ? 'locked' : 'unknown';
}
