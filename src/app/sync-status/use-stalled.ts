import { useEffect, useState } from 'react';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { STALLED_MS, stallsAt } from './sync-sentence.ts';

/** Edits that waited offline are sent within this time after the connection returns, ms. */
const GRACE_MS = 3000;

/** Returns whether the oldest unsent edit has stalled. Renders again when it does. */
export function useStalled(summary: SyncSummary | undefined): boolean {
  const at = summary ? stallsAt(summary) : null;
  const [stalled, setStalled] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return undefined;
    // If the clock was set back, the edit is dated in the future.
    const wait = Math.min(Math.max(at - Date.now(), GRACE_MS), STALLED_MS);
    const timer = setTimeout(() => setStalled(at), wait);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && stalled === at;
}
