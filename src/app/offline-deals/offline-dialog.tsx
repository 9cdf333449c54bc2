import { useId } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { chooseKeepBudget, KEEP_BUDGETS } from '../../db/commands/transactions/choose-offline-budget.ts';
import { keepOffline, releaseDeal } from '../../db/commands/transactions/keep-offline.ts';
import { offlineRoom, offlineProgress } from '../../db/queries/offline/offline-progress.ts';
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
import { isAllHere, isComeToEnd, offlineSentence, roomInWords } from './offline-status.ts';
import styles from './offline-dialog.module.css';

/** Adds or removes the offline copy of a deal, and shows its progress and the space for such copies. */
export function OfflineDialog({ deal, onClose }: { deal: TransactionRow; onClose: () => void }) {
  const db = useMirror();
  const reachable = useReachable();
  const standing = useLiveQuery(() => offlineProgress(db, deal.uuid), [db, deal.uuid]);
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  const storage = useStorageFacts();
  const explained = useId();
  if (standing === undefined || !room) return null;
  const left = storage && storage.quota - storage.usage;
  return (
    <ModalDialog
      title="On this device"
      onClose={onClose}
      footer={
        <>
          {standing ? (
            <Button className={styles.act} onClick={() => runCommand(releaseDeal(db, deal.uuid))}>
              Remove from this device
            </Button>
          ) : null}
          {standing && !standing.automatic ? null : (
            <Button
              look={standing ? 'secondary' : 'primary'}
              className={standing ? undefined : styles.act}
              onClick={() => runCommand(keepOffline(db, deal.uuid))}
            >
              Keep on this device
            </Button>
          )}
          <Button look={standing ? 'primary' : 'secondary'} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>
          The checklist and every page of the documents are downloaded to this device, as far as there is
          room, and kept up to date. You can read them without a connection until you remove the copy, sign
          out or lose access.
        </p>
        {standing?.automatic ? (
          <p className={styles.hint}>
            Counterpart added this copy automatically, because you opened the transaction in the last 7 days
            or it closes in the next 14 days, and deletes it when neither is true. If you remove it, it is not
            added again automatically.
          </p>
        ) : null}
        <p className={styles.standing}>
          {standing
            ? offlineSentence(standing, { reachable, budget: room.budget })
            : `“${deal.name}” is not kept on this device. Parts that you opened recently may still be available offline.`}
        </p>
        {standing && standing.total + standing.preparing > 0 && !isComeToEnd(standing) ? (
          <ProgressBar
            label="Documents on this device"
            value={standing.here}
            max={standing.total + standing.preparing}
            tone="success"
          />
        ) : null}
        {/* Not each document that comes: the bar tells of these. */}
        <p role="status" className={hidden.hidden}>
          {standing && isAllHere(standing) ? 'All of it is on this device.' : ''}
        </p>
        <div className={styles.budget}>
          <SelectField
            label="Space for offline transactions"
            aria-describedby={explained}
            options={KEEP_BUDGETS.map((bytes) => [String(bytes), formatSize(bytes)] as const)}
            value={String(room.budget)}
            onChoose={(bytes) => runCommand(chooseKeepBudget(db, Number(bytes)))}
          />
        </div>
        <p id={explained} className={styles.hint}>
          Used: {roomInWords(room)}.
          {left === null
            ? null
            : ` The browser has about ${formatSize(Math.max(0, left))} left for Counterpart.`}
        </p>
      </div>
    </ModalDialog>
  );
}
