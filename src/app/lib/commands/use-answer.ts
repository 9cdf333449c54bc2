import { useCallback, useEffect, useState } from 'react';
import type { CallOutcome } from '../../../db/commands/account/online-calls.ts';
import type { AnswerRow } from '../../../db/rows.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';

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
  const take = useCallback(
    async (asking: Promise<CallOutcome>) =>
      asking.then(
        (outcome) => setProblem(outcome.outcome === 'done' ? null : outcome.message),
        (error: unknown) => reportError(error),
      ),
    [],
  );
  const ask = useCallback(async () => take(askOnce(userId, kind)), [take, userId, kind]);
  // What was asked before the person did something may be answered as it was before.
  const again = useCallback(() => void take(syncClient().askFor(userId, kind)), [take, userId, kind]);
  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    if (!underWay) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    const wait = () => {
      timer = setTimeout(() => {
        // Whoever does not look, or is without a network, learns of it when they are back.
        if (document.hidden || !navigator.onLine) wait();
        else void ask().then(() => left || wait());
      }, UNDER_WAY_MS);
    };
    wait();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [underWay, ask]);
  return { problem, again };
}

const asked = new Map<string, Promise<CallOutcome>>();

/** Two parts of a screen that show the same ask for it once. */
async function askOnce(userId: string, kind: AnswerRow['key']): Promise<CallOutcome> {
  const key = `${userId}/${kind}`;
  const underWay = asked.get(key);
  if (underWay) return underWay;
  const asking = syncClient().askFor(userId, kind);
  asked.set(key, asking);
  return asking.finally(() => asked.delete(key));
}
