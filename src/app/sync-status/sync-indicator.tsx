import { Link } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import { StatusPill } from '../ui/status/status-pill.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useCopying } from '../upload-queue/add-files/copying.ts';
import { useSituation } from '../upload-queue/use-situation.ts';
import { syncSentence } from './sync-sentence.ts';
import { SYNC_STATUS } from './sync-status-copy.ts';
import { useStalled } from './use-stalled.ts';
import { useSyncSummary } from './use-sync-summary.ts';
import { createFormDrafts, useDraftState } from '../lib/form/form-drafts.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import styles from './sync-indicator.module.css';

/** Whether the dialog is open. Kept as a draft, so that it survives a remount. */
const openDialogs = createFormDrafts<boolean>();

const SyncDialog = lazyComponent(() => import('./sync-dialog.tsx').then((module) => module.SyncDialog));

/** Shows whether everything has been sent, and opens the dialog with what has not. */
export function SyncIndicator() {
  const db = useMirror();
  const summary = useSyncSummary(db);
  const stalled = useStalled(summary);
  const copying = useCopying() > 0;
  const situation = useSituation();
  const [dialogOpen, setDialogOpen] = useDraftState(openDialogs, 'sync', false);
  if (!summary) return <span className={styles.status} />;
  const held = situation?.paused ? 'paused' : situation?.sparing ? 'sparing' : null;
  const { text, brief, tone } = syncSentence(summary, stalled, { copying, held });
  return (
    <>
      <output aria-label={SYNC_STATUS.name} className={styles.status}>
        <StatusPill
          tone={tone}
          title={summary.lastError ?? undefined}
          aria-haspopup="dialog"
          onClick={() => setDialogOpen(true)}
        >
          <span className={classNames(brief !== undefined && styles.full)}>{text}</span>
          {brief === undefined ? null : (
            <span className={styles.brief} aria-hidden="true">
              {brief}
            </span>
          )}
        </StatusPill>
      </output>
      {summary.connection === 'signed_out' ? (
        <Link to="/login?action=inactive" className={styles.signIn}>
          {SYNC_STATUS.signIn}
        </Link>
      ) : null}
      {dialogOpen ? (
        <SyncDialog summary={summary} sentence={text} onClose={() => setDialogOpen(false)} />
      ) : null}
    </>
  );
}
