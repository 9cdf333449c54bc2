import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { syncStatus } from '../../db/queries/sync-status.ts';
import { classNames } from '../parts/class-names.ts';
import { useMirror } from '../session/mirror-context.ts';
import { syncSentence } from './sync-sentence.ts';
import { useStalled } from './use-stalled.ts';
import styles from './sync-indicator.module.css';

const RejectedDialog = lazy(() =>
  import('./rejected-dialog.tsx').then((module) => ({ default: module.RejectedDialog })),
);

/** How the work on this device stands to the server's, always in sight. */
export function SyncIndicator() {
  const db = useMirror();
  const summary = useLiveQuery(() => syncStatus(db), [db]);
  const stalled = useStalled(summary);
  const [listOpen, setListOpen] = useState(false);
  if (!summary) return <span className={styles.indicator} />;
  const { text, tone } = syncSentence(summary, stalled);
  const face = (
    <>
      <span className={styles.dot} aria-hidden="true" />
      {text}
    </>
  );
  return (
    <>
      <output aria-label="Sync status" className={styles.status}>
        {summary.rejected > 0 ? (
          <button
            type="button"
            className={classNames(styles.indicator, styles.button, styles[tone])}
            onClick={() => setListOpen(true)}
          >
            {face}
          </button>
        ) : (
          <span className={classNames(styles.indicator, styles[tone])} title={summary.lastError ?? undefined}>
            {face}
          </span>
        )}
      </output>
      {summary.connection === 'signed_out' ? (
        <Link to="/login?action=inactive" className={styles.signIn}>
          Sign in
        </Link>
      ) : null}
      {listOpen ? (
        <Suspense>
          <RejectedDialog onClose={() => setListOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
