import { useState } from 'react';
import type { CallOutcome, OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { OUTCOME_UNKNOWN } from './commands-copy.ts';

interface OnlineCalls {
  /** Whether a call is running. */
  pending: boolean;
  /** Why the last call failed, as a sentence for the user. */
  problem: string | null;
  /**
   * Returns whether the call succeeded. A returned file is downloaded. While a call is running, others are ignored.
   * @param onDone receives the rest of the server's response
   */
  runCommand: (call: OnlineCall, onDone?: (outcome: DoneCall) => void) => Promise<boolean>;
}

type DoneCall = Extract<CallOutcome, { outcome: 'done' }>;

/** Runs calls that work only online, while the user waits. */
export function useOnlineCall(): OnlineCalls {
  const { userId } = useMirror();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const runCommand: OnlineCalls['runCommand'] = async (call, onDone) => {
    if (pending) return false;
    setPending(true);
    setProblem(null);
    try {
      const outcome = await syncClient().runOnline(userId, call);
      if (outcome.outcome === 'done') {
        // The file is an attachment, so the page stays.
        if (outcome.file !== undefined) location.assign(outcome.file);
        onDone?.(outcome);
        return true;
      }
      setProblem(outcome.message);
    } catch (error) {
      reportError(error);
      setProblem(OUTCOME_UNKNOWN);
    } finally {
      setPending(false);
    }
    return false;
  };
  return { pending, problem, runCommand };
}
