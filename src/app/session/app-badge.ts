import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { accountOnDevice } from '../../db/queries/accounts.ts';

/** Shows a number on the icon of the installed app; 0 = none. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Not allowed, or not installed: there is no icon to put it on.
  navigator.setAppBadge(count).catch(() => undefined);
}

/** Once a person has signed out the icon says nothing of them. Whose session has ended still has files on this device. */
export function useNobodysBadge(): void {
  const account = useLiveQuery(accountOnDevice, []);
  useEffect(() => {
    if (account === null) showBadge(0);
  }, [account]);
}
