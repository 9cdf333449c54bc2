import { useCallback, useEffect, useState } from 'react';
import type { AnswerRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';

/** Why an answer could not be brought up to date. */
export interface AskedAnswer {
  problem: string | null;
  again: () => void;
}

/** Has what a screen shows asked for when it opens; the answer itself is read from the mirror. */
export function useAnswer(kind: AnswerRow['key']): AskedAnswer {
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
  return { problem, again: ask };
}
