import { useCallback, useEffect, useState } from 'react';
import type { AnswerRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';

/** Why an answer could not be brought up to date. */
export interface AskedAnswer {
  problem: string | null;
  again: () => void;
}

/** How often it is asked how far something is that the server is at. */
const UNDER_WAY_MS = 1500;

/**
 * Has what a screen shows asked for when it opens, and again and again while the server is `underWay` with it; the answer itself is read
 * from the mirror.
 */
export function useAnswer(kind: AnswerRow['key'], underWay = false): AskedAnswer {
  const { userId } = useMirror();
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useCallback(() => {
    syncClient()
      .askFor(userId, kind)
      .then(
        (outcome) => setProblem(outcome.outcome === 'done' ? null : outcome.message),
        (error: unknown) => reportError(error),
      );
  }, [userId, kind]);
  useEffect(ask, [ask]);
  useEffect(() => {
    if (!underWay) return;
    const timer = setInterval(ask, UNDER_WAY_MS);
    return () => clearInterval(timer);
  }, [underWay, ask]);
  return { problem, again: ask };
}
