import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReplacementAnswer } from '../../db/commands/closing/replace-calls.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';

/** How long to wait before polling again for the comparison, ms. */
const POLL_MS = 1500;

/**
 * Loads what another version of a document would change, and polls until the comparison is ready.
 * @param state changes when the document changes
 */
export function useReplacement(
  item: string,
  document: string,
  state: string,
): { answer: ReplacementAnswer | null; compareAgain: () => void } {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const [answer, setAnswer] = useState<ReplacementAnswer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isAgain = useRef(false);
  const load = useCallback(() => {
    let isOutdated = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: ReplacementAnswer) => {
      if (isOutdated) return;
      setAnswer(next);
      if (next.outcome === 'done' && next.replacement.status === 'processing')
        timer = setTimeout(() => ask(false), POLL_MS);
    };
    const ask = (again: boolean) => {
      syncClient()
        .readReplacement(userId, item, document, again)
        .then(show, (error: unknown) => reportError(error));
    };
    ask(isAgain.current);
    isAgain.current = false;
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [userId, item, document]);
  useEffect(load, [load, state, online, attempt]);
  const compareAgain = useCallback(() => {
    isAgain.current = true;
    setAttempt((count) => count + 1);
  }, []);
  return { answer, compareAgain };
}
