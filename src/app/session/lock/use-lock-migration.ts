import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../../db/database.ts';
import { lockOf } from '../../../db/queries/account/device-lock.ts';
import { askSync } from '../../sync-client.ts';

/** Has the worker encrypt or decrypt the files on this device after the lock was turned on or off. */
export function useLockMigration(db: MirrorDatabase): void {
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const unsettled = lock?.settled === false ? `${lock.id} ${lock.state}` : null;
  useEffect(() => {
    if (unsettled !== null) askSync((sync) => sync.bringInForm(db.userId));
  }, [db, unsettled]);
}
