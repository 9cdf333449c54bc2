import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { dealsAttention } from '../../db/queries/transactions/deal-attention.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { attentionWords } from './attention-words.ts';

interface AttentionReaderProps {
  deals: readonly TransactionRow[];
  /** Takes the words for each deal that needs attention. Must stay the same between renders. */
  onWords: (words: ReadonlyMap<string, string>) => void;
}

/** Shows nothing: reads why deals need attention, so that the list of deals does not wait for this code. */
export function AttentionReader({ deals, onWords }: AttentionReaderProps) {
  const db = useMirror();
  const attention = useLiveQuery(() => dealsAttention(db, deals), [db, deals]);
  useEffect(() => {
    if (!attention) return;
    onWords(new Map([...attention].map(([deal, reasons]) => [deal, attentionWords(reasons)])));
  }, [attention, onWords]);
  return null;
}
