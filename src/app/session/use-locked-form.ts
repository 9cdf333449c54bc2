import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { lockOf } from '../../db/queries/account/device-lock.ts';
import { askSync } from '../sync-client.ts';

/** What is kept on this device is brought into the form that its lock asks for. */
export function useLockedForm(db: MirrorDatabase): void {
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const unsettled = lock?.settled === false ? `${lock.id} ${lock.state}` : null;
  useEffect(() => {
    if (unsettled !== null) askSync((sync) => sync.bringInForm(db.userId));
  }, [db, unsettled]);
}
