import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { accountOnDevice } from '../../db/queries/accounts.ts';
import { showBadge } from '../../db/views/show-badge.ts';

/** Once a person has signed out the icon says nothing of them. Whose session has ended still has files on this device. */
export function useNobodysBadge(): void {
  const account = useLiveQuery(accountOnDevice, []);
  useEffect(() => {
    if (account === null) void showBadge(0);
  }, [account]);
}
