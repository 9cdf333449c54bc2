import { useEffect, useMemo } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { lockDeviceOfWhoLeft } from '../../../db/commands/account/lock-device.ts';
import { accountOnDevice, mirrorOf } from '../../../db/queries/account/accounts.ts';
import { lockOf } from '../../../db/queries/account/device-lock.ts';
import { lockWhenIdle } from './lock-when-idle.ts';

/**
 * Locks the device when it is idle, and when the session of the user who unlocked it ends or is replaced (SPEC: LOCK2). Runs on every
 * page.
 */
export function useKeyGuard(): void {
  const account = useLiveQuery(accountOnDevice, []);
  const userId = account?.userId ?? null;
  const hasSession = account?.session === 'active';
  const db = useMemo(() => (userId === null ? null : mirrorOf({ userId })), [userId]);
  const lock = useLiveQuery(async () => db && lockOf(db), [db]);
  const id = lock?.id ?? null;
  const idleMs = lock?.idleMs ?? null;
  useEffect(
    () => (db && id !== null && idleMs !== null ? lockWhenIdle(db, { id, idleMs }) : undefined),
    [db, id, idleMs],
  );
  useEffect(() => {
    if (!db || !hasSession) return undefined;
    return () => void lockDeviceOfWhoLeft(db).catch(reportError);
  }, [db, hasSession]);
}
