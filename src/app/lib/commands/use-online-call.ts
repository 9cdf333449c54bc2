import { useState } from 'react';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';

const FAULT =
  'Something went wrong. Whether it was done is not known: refresh the page, and look before you try again.';

interface OnlineCalls {
  /** One is under way. */
  pending: boolean;
  /** Why the last one was not done, for the person. */
  problem: string | null;
  /** Answers whether it was done; a file that it brings goes to the browser's downloads. One at a time: while one is under way others are not begun. */
  runCommand: (call: OnlineCall) => Promise<boolean>;
}

/** Carries out what is done at the server or not at all, while the person waits. */
export function useOnlineCall(): OnlineCalls {
  const { userId } = useMirror();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const runCommand = async (call: OnlineCall): Promise<boolean> => {
    if (pending) return false;
    setPending(true);
    setProblem(null);
    try {
      const outcome = await syncClient().runOnline(userId, call);
      if (outcome.outcome === 'done') {
        // It comes as an attachment: the page stays.
        if (outcome.file !== undefined) location.assign(outcome.file);
        return true;
      }
      setProblem(outcome.message);
    } catch (error) {
      reportError(error);
      setProblem(FAULT);
    } finally {
      setPending(false);
    }
    return false;
  };
  return { pending, problem, runCommand };
}
