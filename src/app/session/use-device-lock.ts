import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import {
  answerForKeys,
  askForKey,
  subscribeUnlocked,
  isUnlocked,
  lockOf,
} from '../../db/queries/account/device-lock.ts';

/** Whether the lock of this device keeps the person out; `unknown` until another tab that is unlocked could have said so. */
export type Access = 'unknown' | 'open' | 'locked';

export function useDeviceLock(db: MirrorDatabase): Access {
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const hear = useCallback((listener: () => void) => subscribeUnlocked(db, listener), [db]);
  const unlocked = useSyncExternalStore(hear, () => lock != null && isUnlocked(db, lock));
  // Of which lock it is known that no other tab answers for it, or that it was open here.
  const [known, setKnown] = useState<string | null>(null);
  useEffect(answerForKeys, []);
  useEffect(() => {
    if (!lock) return undefined;
    let left = false;
    const note = () => left || setKnown(lock.id);
    if (unlocked) note();
    else void askForKey(db, lock).then(note);
    return () => {
      left = true;
    };
  }, [db, lock, unlocked]);
  if (lock === undefined) return 'unknown';
  if (lock === null || unlocked) return 'open';
  return known === lock.id ? 'locked' : 'unknown';
}
