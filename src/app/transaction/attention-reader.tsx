import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { dealsAttention } from '../../db/queries/transactions/deal-attention.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { attentionReasons } from './attention-copy.ts';

interface AttentionReaderProps {
  deals: readonly TransactionRow[];
  /** Receives the reasons by deal. Must be the same function on every render. */
  onReasons: (reasons: ReadonlyMap<string, string>) => void;
}

/** Renders nothing. Reads why deals need attention, in a separate chunk, so that the list of deals does not wait for it. */
export function AttentionReader({ deals, onReasons }: AttentionReaderProps) {
  const db = useMirror();
  const attention = useLiveQuery(() => dealsAttention(db, deals), [db, deals]);
  useEffect(() => {
    if (!attention) return;
    onReasons(new Map([...attention].map(([deal, reasons]) => [deal, attentionReasons(reasons)])));
  }, [attention, onReasons]);
  return null;
}
