import { useEffect, useState } from 'react';
import { WATCHING_EVERY_MS } from '../../contract/rules/closing/watching.ts';
import type { WatchersAnswer } from '../../db/commands/closing/release-calls.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';

type Watchers = (WatchersAnswer & { outcome: 'done' })['watchers'];

/**
 * Says that the closing board is open here, as long as its page is visible, and returns who has it open. Null while that isn't known, as
 * without a network.
 */
export function useWatchers(transaction: string): Watchers | null {
  const { userId } = useMirror();
  const isReachable = useReachable();
  const [watchers, setWatchers] = useState<Watchers | null>(null);
  useEffect(() => {
    if (!isReachable) return undefined;
    let isLeft = false;
    const watch = async () => {
      if (document.hidden) return;
      const answer = await syncClient().watchBoard(userId, transaction);
      if (!isLeft) setWatchers(answer.outcome === 'done' ? answer.watchers : null);
    };
    const tick = () => void watch().catch(reportError);
    tick();
    const timer = setInterval(tick, WATCHING_EVERY_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      setWatchers(null);
    };
  }, [userId, transaction, isReachable]);
  return watchers;
}
