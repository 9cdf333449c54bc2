import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { lockOf } from '../../db/queries/device-lock.ts';
import { askSync } from '../sync-client.ts';
import { lockWithoutUse } from './lock-without-use.ts';

/** What goes on while the device is unlocked: what is kept is brought into the lock's form, and it locks without use. */
export function useUnlocked(db: MirrorDatabase): void {
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const unsettled = lock?.settled === false ? `${lock.id} ${lock.state}` : null;
  const idleMs = lock?.idleMs ?? null;
  useEffect(() => {
    if (unsettled !== null) askSync((sync) => sync.bringInForm(db.userId));
  }, [db, unsettled]);
  useEffect(() => (idleMs === null ? undefined : lockWithoutUse(db, idleMs)), [db, idleMs]);
}
