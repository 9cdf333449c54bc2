import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { activeSession } from '../../db/queries/account/accounts.ts';
import { endOfflineWork } from './offline-work.ts';

/**
 * Returns true once someone has signed in since the screen was opened, here or in another tab. A session that already existed
 * does not count: after "Sign out", the sign-in page appears before the session ends, and another person may want to sign in.
 */
export function useSessionStart(): boolean {
  const session = useLiveQuery(activeSession, []);
  const [before, setBefore] = useState<string | null>();
  // During render, so that no change between the first result and an effect is missed.
  if (before === undefined && session !== undefined) setBefore(session);
  const started = before !== undefined && typeof session === 'string' && session !== before;
  useEffect(() => {
    if (started) endOfflineWork();
  }, [started]);
  return started;
}
