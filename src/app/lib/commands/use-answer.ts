import { useCallback, useEffect, useState } from 'react';
import type { CallOutcome } from '../../../db/commands/account/online-calls.ts';
import type { AnswerRow } from '../../../db/rows.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';

export interface AskedAnswer {
  /** Why the answer could not be refreshed, or null. */
  problem: string | null;
  again: () => void;
}

/** How often an unfinished answer is polled, ms. */
const POLL_MS = 1500;

/**
 * Asks the server for an answer when a screen opens, and polls while the server is still working on it (`underWay`). Screens read
 * the answer from the mirror.
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
  // Not `askOnce`: a request from before the user’s action may return the old state.
  const again = useCallback(() => void take(syncClient().askFor(userId, kind)), [take, userId, kind]);
  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    if (!underWay) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    const wait = () => {
      timer = setTimeout(() => {
        // A hidden or offline page polls again when the user returns or the network does.
        if (document.hidden || !navigator.onLine) wait();
        else void ask().then(() => left || wait());
      }, POLL_MS);
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

/** Shares one request between components that show the same answer. */
async function askOnce(userId: string, kind: AnswerRow['key']): Promise<CallOutcome> {
  const key = `${userId}/${kind}`;
  const underWay = asked.get(key);
  if (underWay) return underWay;
  const asking = syncClient().askFor(userId, kind);
  asked.set(key, asking);
  return asking.finally(() => asked.delete(key));
}
