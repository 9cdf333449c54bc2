import Eye from 'lucide-react/icons/eye';
import { useEffect, useState } from 'react';
import { WATCHING_EVERY_MS } from '../../contract/rules/closing/watching.ts';
import type { WatchersAnswer } from '../../db/commands/closing/release-calls.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { syncClient } from '../sync-client.ts';
import { CLOSING } from './closing-copy.ts';
import styles from './closing.module.css';

const MOST_SHOWN = 8;

/** The people who have the closing board open now. */
export function WatcherList({ transaction }: { transaction: string }) {
  const { userId } = useMirror();
  const watchers = useWatchers(transaction);
  if (watchers === null) return null;
  const others = watchers.filter(({ userUuid }) => userUuid !== userId);
  const names = others.map(({ fullName, organizationName }) =>
    organizationName === null ? fullName : CLOSING.watcher(fullName, organizationName),
  );
  const more = names.length - MOST_SHOWN;
  const shown = [...names.slice(0, MOST_SHOWN), ...(more > 0 ? [CLOSING.moreWatchers(more)] : [])];
  return (
    <div className={styles.watchers}>
      <Eye aria-hidden="true" />
      {shown.length === 0 ? (
        <p>{CLOSING.watchingAlone}</p>
      ) : (
        <>
          <p id="watchers">{CLOSING.watching}</p>
          <ul aria-labelledby="watchers">
            {shown.map((name, at) => (
              <li key={others[at]?.userUuid ?? 'more'}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type Watchers = (WatchersAnswer & { outcome: 'done' })['watchers'];

/**
 * Reports that the closing board is open on this device while its page is visible, and returns who has it open; null while that
 * is unknown, for example without a network.
 */
function useWatchers(transaction: string): Watchers | null {
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
