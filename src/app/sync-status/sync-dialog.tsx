import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { filesWaiting } from '../../db/queries/documents/file-standing.ts';
import { trayEntries } from '../../db/queries/status/rejected.ts';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useCopying } from '../upload-queue/add-files/copying.ts';
import { RejectedEdit } from './rejected/rejected-edit.tsx';
import { syncDetail } from './sync-detail.ts';
import { SYNC_DIALOG, UNSENT_FILE } from './sync-dialog-copy.ts';
import { UnsentList } from './unsent-list.tsx';
import { UnsentWork } from './unsent-work.tsx';
import styles from './sync-dialog.module.css';

interface SyncDialogProps {
  summary: SyncSummary;
  /** The text of the indicator. */
  sentence: string;
  onClose: () => void;
}

/** Opens from the sync indicator. Shows what needs the user's attention and what still has to be sent. */
export function SyncDialog({ summary, sentence, onClose }: SyncDialogProps) {
  const db = useMirror();
  const entries = useLiveQuery(() => trayEntries(db), [db]);
  const files = useLiveQuery(() => filesWaiting(db), [db]) ?? [];
  const [outcome, setOutcome] = useState('');
  const tray = useRef<HTMLElement>(null);
  const detail = syncDetail(summary, useCopying() > 0);
  const settle = (sentence: string) => {
    setOutcome(sentence);
    // The button that was clicked disappears with its entry.
    tray.current?.focus();
  };
  return (
    <ModalDialog
      wide
      title={SYNC_DIALOG.title}
      onClose={onClose}
      footer={
        <>
          <Link to="/account/diagnostics" className={styles.diagnostics} onClick={onClose}>
            {SYNC_DIALOG.diagnostics}
          </Link>
          <Button look="primary" onClick={onClose}>
            {SYNC_DIALOG.done}
          </Button>
        </>
      }
    >
      {summary.rejected > 0 ? null : <p>{sentence}</p>}
      {detail === '' ? null : <p className={styles.detail}>{detail}</p>}
      {files.map(({ file: { uuid, fileName, transaction }, deal }) => (
        <p key={uuid}>
          {SYNC_DIALOG.fileNeedsAttention(fileName)}{' '}
          <Link to={`/transaction/${transaction}/checklist`} onClick={onClose}>
            {deal}
          </Link>
        </p>
      ))}
      <section ref={tray} tabIndex={-1} className={styles.tray} aria-label={SYNC_DIALOG.rejectedChanges}>
        {entries && entries.length > 0 ? (
          <>
            <h3 className={styles.heading}>{SYNC_DIALOG.needAttention(entries.length)}</h3>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <RejectedEdit key={entry.edit.id} entry={entry} onSettled={settle} />
              ))}
            </ul>
          </>
        ) : null}
        <p role="status" className={styles.said}>
          {outcome}
        </p>
      </section>
      <UnsentList connection={summary.connection} />
      <section className={styles.carry} aria-label={UNSENT_FILE.section}>
        <p className={styles.detail}>{UNSENT_FILE.intro}</p>
        <UnsentWork />
      </section>
    </ModalDialog>
  );
}
