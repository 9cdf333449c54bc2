import { useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { releasesDone } from '../../db/queries/closing/releases-done.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { nameOf, peopleOf } from '../details/people.ts';
import { useMirror } from '../session/mirror-context.ts';
import { pushToast } from '../toasts/toast-store.ts';
import { PAST } from './closing-copy.ts';

/** Announces a release on every screen of its transaction as soon as this device receives it. */
export function ReleaseAnnouncer({ deal }: { deal: TransactionRow }) {
  const db = useMirror();
  const done = useLiveQuery(() => releasesDone(db, deal.uuid), [db, deal.uuid]);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!done) return;
    const before = known.current;
    known.current = new Set(done.map(({ row }) => row.uuid));
    const people = peopleOf(deal);
    for (const { row, documents, colleague } of before === null ? [] : done)
      if (before?.has(row.uuid) === false)
        pushToast({
          id: `released/${row.uuid}`,
          level: 'success',
          message: PAST.announced(colleague ?? nameOf(people, row.releasedBy ?? ''), documents),
          lasting: true,
        });
  }, [done, deal]);
  return null;
}
