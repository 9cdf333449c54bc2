import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { filesWaiting } from '../../db/queries/documents/file-standing.ts';
import { trayEntries } from '../../db/queries/status/rejected.ts';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { Button } from '../ui/button.tsx';
import { counted } from '../lib/format/numbers.ts';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useCopying } from '../upload-queue/add-files/copying.ts';
import { RefusedEdit } from './rejected/rejected-edit.tsx';
import { syncDetail } from './sync-sentence.ts';
import { UnsentList } from './unsent-list.tsx';
import { UnsentWork } from './unsent-work.tsx';
import styles from './sync-dialog.module.css';

interface SyncDialogProps {
  summary: SyncSummary;
  /** What the indicator says. */
  sentence: string;
  onClose: () => void;
}

/** Opens from the indicator: the state of the work on this device, what needs a decision, and what is still to be sent. */
export function SyncDialog({ summary, sentence, onClose }: SyncDialogProps) {
  const db = useMirror();
  const entries = useLiveQuery(() => trayEntries(db), [db]);
  const files = useLiveQuery(() => filesWaiting(db), [db]) ?? [];
  const [said, setSaid] = useState('');
  const tray = useRef<HTMLElement>(null);
  const detail = syncDetail(summary, useCopying() > 0);
  const settle = (outcome: string) => {
    setSaid(outcome);
    // The button that was pressed goes with its entry.
    tray.current?.focus();
  };
  return (
    <ModalDialog
      wide
      title="Your work on this device"
      onClose={onClose}
      footer={
        <>
          <Link to="/account/diagnostics" className={styles.diagnostics} onClick={onClose}>
            Diagnostics
          </Link>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {summary.rejected > 0 ? null : <p>{sentence}</p>}
      {detail === '' ? null : <p className={styles.detail}>{detail}</p>}
      {files.map(({ file: { uuid, fileName, transaction }, deal }) => (
        <p key={uuid}>
          “{fileName}” needs your attention in the upload queue of{' '}
          <Link to={`/transaction/${transaction}/checklist`} onClick={onClose}>
            {deal}
          </Link>
        </p>
      ))}
      <section ref={tray} tabIndex={-1} className={styles.tray} aria-label="Refused changes">
        {entries && entries.length > 0 ? (
          <>
            <h3 className={styles.heading}>
              {counted(entries.length, 'change needs your decision', 'changes need your decision')}
            </h3>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <RefusedEdit key={entry.edit.id} entry={entry} onSettled={settle} />
              ))}
            </ul>
          </>
        ) : null}
        <p role="status" className={styles.said}>
          {said}
        </p>
      </section>
      <UnsentList connection={summary.connection} />
      <section className={styles.carry} aria-label="Unsent work as a file">
        <p className={styles.detail}>
          Save your unsent work as a file, or import such a file from another device or browser.
        </p>
        <UnsentWork />
      </section>
    </ModalDialog>
  );
}
