import { memo, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import HardDrive from 'lucide-react/icons/hard-drive';
import HardDriveDownload from 'lucide-react/icons/hard-drive-download';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Users from 'lucide-react/icons/users';
import { deleteTransaction } from '../../../db/commands/transactions/delete-transaction.ts';
import {
  offlineRoom,
  offlineProgress,
  type OfflineProgress,
} from '../../../db/queries/offline/offline-progress.ts';
import { dealStep } from '../../../db/queries/status/last-synced.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { canKeep } from '../../offline-deals/can-keep-offline.ts';
import { isComplete, isMarked, offlineMark, offlineSentence } from '../../offline-deals/offline-status.ts';
import { AttentionMark } from '../../transaction/attention-mark.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/status/progress-bar.tsx';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { counted } from '../../lib/format/numbers.ts';
import { daysUntil, formatDate } from '../../lib/format/dates.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useSyncedLabel } from '../../sync-status/use-synced-label.tsx';
import { usePaletteActions, type PaletteAction } from '../../palette/palette-store.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useToday } from '../../lib/device/use-today.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import styles from './deal-header.module.css';

const TransactionDialog = lazyComponent(() =>
  import('../../transaction/transaction-dialog.tsx').then((module) => module.TransactionDialog),
);
const AttentionReader = lazyComponent(
  () => import('../../transaction/attention-reader.tsx').then((module) => module.AttentionReader),
  { optional: true },
);
const OfflineDialog = lazyComponent(() =>
  import('../../offline-deals/offline-dialog.tsx').then((module) => module.OfflineDialog),
);
const PeopleDialog = lazyComponent(() =>
  import('../../transaction/people-dialog.tsx').then((module) => module.PeopleDialog),
);
const DeleteDealDialog = lazyComponent(() =>
  import('../../transaction/delete-deal-dialog.tsx').then((module) => module.DeleteDealDialog),
);

/** What the head offers in the palette. */
function offers(show: (dialog: Dialog) => void): PaletteAction[] {
  return [
    { id: 'people', name: 'Participants…', run: () => show('people') },
    ...(canKeep()
      ? [
          {
            id: 'keep-transaction',
            name: 'Keep this transaction on this device…',
            run: () => show('kept'),
          },
        ]
      : []),
  ];
}

type Dialog = 'details' | 'people' | 'kept' | 'delete';

const begun = createFormDrafts<Dialog | null>();

interface DealHeaderProps {
  deal: TransactionRow;
  /** Null until all of them are there. */
  entries: ChecklistSnapshot['entries'] | null;
}

/** The head of a deal's page: what deal it is, when it closes, how far it is. A move of rows does not paint it anew. */
export const DealHeader = memo(function DealHeader({ deal, entries }: DealHeaderProps) {
  const db = useMirror();
  const navigate = useNavigate();
  const [dialog, setDialog] = useDraftState<Dialog | null>(begun, deal.uuid, null);
  const now = useToday();
  const step = useLiveQuery(() => dealStep(db, deal.uuid), [db, deal.uuid]);
  const stepWords = useSyncedLabel(step);
  const kept = useLiveQuery(() => offlineProgress(db, deal.uuid), [db, deal.uuid]);
  const deals = useMemo(() => [deal], [deal]);
  const [attention, setAttention] = useState<ReadonlyMap<string, string> | null>(null);
  const needsAttention = attention ? attention.has(deal.uuid) : deal.actionRequired;
  const close = () => setDialog(null);
  usePaletteActions(useMemo(() => offers(setDialog), [setDialog]));
  const act = useCarryOutAct();
  const numPeople = deal.participants.length;
  const remove = async () => {
    await deleteTransaction(db, { uuid: deal.uuid });
    await navigate('/');
  };
  return (
    <header className={styles.header}>
      <div className={styles.what}>
        <Link to="/" className={styles.back}>
          <ChevronLeft aria-hidden="true" />
          Transactions
        </Link>
        <h1 className={styles.title}>{deal.name}</h1>
        <ul className={styles.facts} aria-label="Transaction facts">
          {deal.isSample ? (
            <li className={styles.mark}>
              <Badge>Sample</Badge>
            </li>
          ) : null}
          {needsAttention ? (
            <li className={styles.mark}>
              <AttentionMark words={attention?.get(deal.uuid)} />
            </li>
          ) : null}
          {deal.access === 'view' ? (
            <li className={styles.mark}>
              <Badge>View only</Badge>
            </li>
          ) : null}
          {deal.clientName ? <li>{deal.clientName}</li> : null}
          {deal.matterNumber ? <li>Matter {deal.matterNumber}</li> : null}
          <li>
            {deal.closingDate ? (
              <>
                Closing <time dateTime={deal.closingDate}>{formatDate(deal.closingDate)}</time>,{' '}
                {daysUntil(deal.closingDate, now)}
              </>
            ) : (
              'No closing date yet'
            )}
          </li>
          {step?.kind !== 'never' && stepWords !== null ? <li className={styles.step}>{stepWords}</li> : null}
          {kept ? <KeptFact standing={kept} /> : null}
        </ul>
      </div>
      <div className={styles.side}>
        {entries ? <Progress entries={entries} /> : null}
        <Button
          icon={<Users aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setDialog('people')}
          aria-label={counted(numPeople, 'participant', 'participants')}
        >
          {numPeople}
        </Button>
        {canKeep() ? (
          <IconButton
            label={
              kept && isMarked(kept)
                ? kept.automatic
                  ? 'Available offline…'
                  : 'Kept on this device…'
                : 'Keep on this device…'
            }
            aria-haspopup="dialog"
            onClick={() => setDialog('kept')}
          >
            {kept && isComplete(kept) ? (
              <HardDrive aria-hidden="true" />
            ) : (
              <HardDriveDownload aria-hidden="true" />
            )}
          </IconButton>
        ) : null}
        <Button
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setDialog('details')}
          aria-label="Transaction details"
        >
          Details
        </Button>
      </div>
      <AttentionReader deals={deals} onWords={setAttention} />
      {dialog === 'details' ? (
        <TransactionDialog deal={deal} act={act} onClose={close} onDelete={() => setDialog('delete')} />
      ) : null}
      {dialog === 'people' ? <PeopleDialog deal={deal} onClose={close} /> : null}
      {dialog === 'kept' ? <OfflineDialog deal={deal} onClose={close} /> : null}
      {dialog === 'delete' ? (
        <DeleteDealDialog deal={deal} onConfirm={() => runCommand(remove())} onClose={close} />
      ) : null}
    </header>
  );
});

/** How much of a deal that is kept is on this device. */
function KeptFact({ standing }: { standing: OfflineProgress }) {
  const db = useMirror();
  const reachable = useReachable();
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  if (standing.automatic) return isMarked(standing) ? <li>{offlineMark(standing)}</li> : null;
  return room ? <li>{offlineSentence(standing, { reachable, budget: room.budget })}</li> : null;
}

/** How many of the instruments are marked complete. */
function Progress({ entries }: { entries: ChecklistSnapshot['entries'] }) {
  const { total, complete } = useMemo(() => {
    const count = { total: 0, complete: 0 };
    for (const { item } of entries.values()) {
      if (!item) continue;
      count.total += 1;
      if (item.complete) count.complete += 1;
    }
    return count;
  }, [entries]);
  if (total === 0) return null;
  return (
    <div className={styles.progress}>
      <span>
        <strong>{complete}</strong> of {total} complete
      </span>
      <ProgressBar label="Documents complete" value={complete} max={total} tone="success" />
    </div>
  );
}
