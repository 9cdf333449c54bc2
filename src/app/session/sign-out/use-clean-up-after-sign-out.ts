import { useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { accountOnDevice } from '../../../db/queries/account/accounts.ts';
import { showBadge } from '../../../db/views/show-badge.ts';
import { discardFormDrafts, resumeFormDrafts } from '../../lib/form/form-drafts.ts';

/**
 * Clears the app's badge and the form drafts after a user has signed out. If only the session has ended, their files and drafts
 * stay on this device.
 */
export function useCleanUpAfterSignOut(): void {
  const account = useLiveQuery(accountOnDevice, []);
  const lastUserId = useRef<string | null>(null);
  useEffect(() => {
    if (account) {
      lastUserId.current = account.userId;
      resumeFormDrafts(account.userId);
    }
    if (account !== null) return;
    if (lastUserId.current !== null) discardFormDrafts(lastUserId.current);
    void showBadge(0);
  }, [account]);
}
