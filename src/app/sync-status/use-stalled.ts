import { useEffect, useState } from 'react';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { STALLED_MS, stallsAt } from './sync-sentence.ts';

/** What waited through a night without a network is sent within this time of its return, milliseconds. */
const GRACE_MS = 3000;

/** True from when the oldest unsent edit is stuck until it is sent; renders anew at that moment. */
export function useStalled(summary: SyncSummary | undefined): boolean {
  const at = summary ? stallsAt(summary) : null;
  const [stalled, setStalled] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return undefined;
    // An edit dated in the future, where the clock was set back, is not waited for longer than any other.
    const wait = Math.min(Math.max(at - Date.now(), GRACE_MS), STALLED_MS);
    const timer = setTimeout(() => setStalled(at), wait);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && stalled === at;
}
