import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { isSessionOver } from '../../../db/queries/account/accounts.ts';
import { signOutRequestIn } from '../../session/sign-out/sign-out-request.ts';
import { askSync } from '../../sync-client.ts';

/**
 * Ends the session that this visit to the sign-in page is to end, also after a reload in the middle. Returns whether that is still
 * under way.
 */
export function useSignOut(): boolean {
  const request = signOutRequestIn(useLocation().state);
  const userId = request?.userId;
  const signIns = request?.signIns;
  const over = useLiveQuery(
    async () => userId === undefined || signIns === undefined || isSessionOver({ userId, signIns }),
    [userId, signIns],
  );
  useEffect(() => {
    if (over === false && userId !== undefined) askSync((sync) => sync.signOut(userId));
  }, [over, userId]);
  return over !== true && request !== null;
}
