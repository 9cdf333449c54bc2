import { Link } from 'react-router-dom';
import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type SyncSummary, syncStatus } from '../../db/queries/status/sync-status.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { classNames } from '../ui/class-names.ts';
import { StatusPill } from '../ui/status/status-pill.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useCopying } from '../upload-queue/add-files/copying.ts';
import { useSituation } from '../upload-queue/use-situation.ts';
import { createFormDrafts, useDraftState } from '../lib/form/form-drafts.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { syncSentence, STALLED_MS, stallsAt } from './sync-sentence.ts';
import { SYNC_STATUS } from './sync-status-copy.ts';
import { useUncommittedEdits } from './use-uncommitted-edits.ts';
import styles from './sync-indicator.module.css';

/** Edits that waited offline are sent within this time after the connection returns, ms. */
const GRACE_MS = 3000;

/** Whether the dialog is open. Kept as a draft, so that it survives a remount. */
const openDialogs = createFormDrafts<boolean>();

const SyncDialog = lazyComponent(() => import('./sync-dialog.tsx').then((module) => module.SyncDialog));

/** Shows whether everything has been sent, and opens the dialog that lists what hasn't. */
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

/** Returns whether the oldest unsent edit has stalled. Renders again when it does. */
function useStalled(summary: SyncSummary | undefined): boolean {
  const at = summary ? stallsAt(summary) : null;
  const [stalled, setStalled] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return undefined;
    // If the clock was set back, the edit is dated in the future.
    const wait = Math.min(Math.max(at - Date.now(), GRACE_MS), STALLED_MS);
    const timer = setTimeout(() => setStalled(at), wait);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && stalled === at;
}

/**
 * Returns what the indicator shows. Edits of this tab count as unsent as soon as they are on the screen (SPEC: SHOW4), before
 * they are on disk. Without a network, it says so even before a request has failed.
 */
function useSyncSummary(db: MirrorDatabase): SyncSummary | undefined {
  const summary = useLiveQuery(() => syncStatus(db), [db]);
  const uncommitted = useUncommittedEdits(db);
  // An edit that was just committed is in neither count until the next summary arrives.
  const [last, setLast] = useState({ summary, uncommitted });
  const kept = last.summary === summary ? Math.max(last.uncommitted, uncommitted) : uncommitted;
  if (last.summary !== summary || last.uncommitted !== kept) setLast({ summary, uncommitted: kept });
  const isOnline = useBrowserOnline();
  if (!summary) return undefined;
  const { connection } = summary;
  const isCut = !isOnline && (connection === 'online' || connection === 'connecting');
  const shown = isCut ? 'offline' : connection;
  // Offline, the indicator says how much is on this device, so only edits on disk count.
  return { ...summary, connection: shown, unsent: summary.unsent + (shown === 'offline' ? 0 : kept) };
}
