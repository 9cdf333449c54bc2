import { useCallback, useEffect, useState } from 'react';
import type { LedgerLine } from '../../contract/entities/closing/ledger-entry.ts';
import { lacksLines, type LedgerHead } from '../../contract/rules/closing/ledger-head.ts';
import { firstBrokenLink } from '../../contract/rules/evidence/hash-chain.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { useLatest } from '../lib/use-latest.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';

export type ShownLedger =
  | {
      outcome: 'done';
      lines: LedgerLine[];
      /** The first entry that was altered, dropped or swapped; null if the ledger is intact. */
      broken: number | null;
      /** Whether lines are missing at the end. */
      isCut: boolean;
    }
  | { outcome: 'unreachable' | 'refused'; message: string };

/**
 * Loads a deal's ledger whenever its releases or signatures change, and checks its chain on this device. It is never stored.
 * @param head of the ledger, as this device knows it
 * @param state changes whenever a release or a signature changes
 */
export function useLedger(transaction: string, head: LedgerHead | null, state: string): ShownLedger | null {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const [shown, setShown] = useState<ShownLedger | null>(null);
  const known = useLatest(head);
  const load = useCallback(() => {
    let isOutdated = false;
    const read = async () => {
      // The ledger is read after its head, so it has at least as many lines.
      const before = known.current;
      const answer = await syncClient().readLedger(userId, transaction);
      const next: ShownLedger =
        answer.outcome === 'done'
          ? { ...answer, broken: await brokenIn(answer.lines), isCut: lacksLines(answer.lines, before) }
          : answer;
      // Keep showing what was loaded if a later request fails.
      if (!isOutdated)
        setShown((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next));
    };
    read().catch((error: unknown) => reportError(error));
    return () => {
      isOutdated = true;
    };
  }, [userId, transaction, known]);
  useEffect(load, [load, state, online]);
  return shown;
}

async function brokenIn(lines: readonly LedgerLine[]): Promise<number | null> {
  return firstBrokenLink(
    lines.map(({ actor_name: _, ...link }) => link),
    sha256,
  );
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '');
}
