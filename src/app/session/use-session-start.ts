import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { activeSession } from '../../db/queries/account/accounts.ts';
import { endOfflineWork } from './offline-work.ts';

/**
 * True once someone has signed in since the screen was opened, here or in another tab. A session that stood already does
 * not count: who signs out comes to the sign-in before the session ends, and another person may want to sign in.
 */
export function useSessionStart(): boolean {
  const session = useLiveQuery(activeSession, []);
  const [before, setBefore] = useState<string | null>();
  // Not in an effect: nothing may be missed between the first answer and it.
  if (before === undefined && session !== undefined) setBefore(session);
  const begun = before !== undefined && typeof session === 'string' && session !== before;
  useEffect(() => {
    if (begun) endOfflineWork();
  }, [begun]);
  return begun;
}
