import { useId } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { chooseKeepBudget, KEEP_BUDGETS } from '../../db/commands/transactions/choose-offline-budget.ts';
import { keepOffline, releaseDeal } from '../../db/commands/transactions/keep-offline.ts';
import { offlineRoom } from '../../db/queries/offline/offline-progress.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { formatSize } from '../lib/format/numbers.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { useStorageFacts } from '../lib/device/storage.ts';
import { useMirror } from '../session/mirror-context.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/form/select.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { ProgressBar } from '../ui/status/progress-bar.tsx';
import hidden from '../ui/visually-hidden.module.css';
import { OFFLINE_DIALOG, usedSpace } from './offline-dialog-copy.ts';
import { offlineSentence } from './offline-sentence.ts';
import { isComplete, isFinished } from './offline-status.ts';
import { useOfflineProgress } from './use-offline-progress.ts';
import styles from './offline-dialog.module.css';

/** Adds or removes the offline copy of a deal, and shows its progress and the space for such copies. */
export function OfflineDialog({ deal, onClose }: { deal: TransactionRow; onClose: () => void }) {
  const db = useMirror();
  const reachable = useReachable();
  const progress = useOfflineProgress(db, deal.uuid);
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  const storage = useStorageFacts();
  const explained = useId();
  if (progress === undefined || !room) return null;
  const left = storage && storage.quota - storage.usage;
  return (
    <ModalDialog
      title={OFFLINE_DIALOG.title}
      onClose={onClose}
      footer={
        <>
          {progress ? (
            <Button className={styles.act} onClick={() => runCommand(releaseDeal(db, deal.uuid))}>
              {OFFLINE_DIALOG.remove}
            </Button>
          ) : null}
          {progress && !progress.automatic ? null : (
            <Button
              look={progress ? 'secondary' : 'primary'}
              className={progress ? undefined : styles.act}
              onClick={() => runCommand(keepOffline(db, deal.uuid))}
            >
              {OFFLINE_DIALOG.keep}
            </Button>
          )}
          <Button look={progress ? 'primary' : 'secondary'} onClick={onClose}>
            {OFFLINE_DIALOG.done}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>{OFFLINE_DIALOG.explanation}</p>
        {progress?.automatic ? <p className={styles.hint}>{OFFLINE_DIALOG.automatic}</p> : null}
        <p className={styles.standing}>
          {progress
            ? offlineSentence(progress, { reachable, budget: room.budget })
            : OFFLINE_DIALOG.notKept(deal.name)}
        </p>
        {progress && progress.total + progress.preparing > 0 && !isFinished(progress) ? (
          <ProgressBar
            label={OFFLINE_DIALOG.progress}
            value={progress.here}
            max={progress.total + progress.preparing}
            tone="success"
          />
        ) : null}
        {/* Screen readers hear only the end; the bar shows the progress. */}
        <p role="status" className={hidden.hidden}>
          {progress && isComplete(progress) ? OFFLINE_DIALOG.complete : ''}
        </p>
        <div className={styles.budget}>
          <SelectField
            label={OFFLINE_DIALOG.space}
            aria-describedby={explained}
            options={KEEP_BUDGETS.map((bytes) => [String(bytes), formatSize(bytes)] as const)}
            value={String(room.budget)}
            onChoose={(bytes) => runCommand(chooseKeepBudget(db, Number(bytes)))}
          />
        </div>
        <p id={explained} className={styles.hint}>
          {OFFLINE_DIALOG.used(usedSpace(room))}
          {left === null ? null : OFFLINE_DIALOG.browserSpace(Math.max(0, left))}
        </p>
      </div>
    </ModalDialog>
  );
}
