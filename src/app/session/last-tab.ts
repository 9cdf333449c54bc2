import { useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { accountOnDevice } from '../../db/queries/account/accounts.ts';
import { showBadge } from '../../db/views/show-badge.ts';
import { discardFormDrafts, resumeFormDrafts } from '../lib/form/form-drafts.ts';

/**
 * Once a person has signed out the icon says nothing of them, and nothing that they began is left. Whose session has ended still has
 * files on this device, and goes on with what they began.
 */
export function useNobodyLeft(): void {
  const account = useLiveQuery(accountOnDevice, []);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (account) {
      last.current = account.userId;
      resumeFormDrafts(account.userId);
    }
    if (account !== null) return;
    if (last.current !== null) discardFormDrafts(last.current);
    void showBadge(0);
  }, [account]);
}
