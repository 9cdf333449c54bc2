import { memo, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import FileDown from 'lucide-react/icons/file-down';
import HardDrive from 'lucide-react/icons/hard-drive';
import HardDriveDownload from 'lucide-react/icons/hard-drive-download';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Users from 'lucide-react/icons/users';
import { deleteTransaction } from '../../../db/commands/transactions/delete-transaction.ts';
import { offlineRoom, type OfflineProgress } from '../../../db/queries/offline/offline-progress.ts';
import { dealStep } from '../../../db/queries/status/last-synced.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { canKeep } from '../../offline-deals/can-keep-offline.ts';
import { offlineSentence } from '../../offline-deals/offline-sentence.ts';
import { isComplete, isMarked, offlineMark } from '../../offline-deals/offline-status.ts';
import { useOfflineProgress } from '../../offline-deals/use-offline-progress.ts';
import { AttentionMark } from '../../transaction/attention-mark.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { BackLink } from '../../ui/layout/back-link.tsx';
import { ProgressBar } from '../../ui/status/progress-bar.tsx';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { daysUntil, formatDate } from '../../lib/format/dates.ts';
import { useSteadyQuery } from '../../lib/use-steady-query.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useSyncedLabel } from '../../sync-status/use-synced-label.tsx';
import { usePaletteActions, type PaletteAction } from '../../palette/palette-store.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useToday } from '../../lib/device/use-today.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { ACTIONS, HEADER } from './deal-copy.ts';
import { documentProgress } from './document-progress.ts';
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
const DownloadDialog = lazyComponent(() =>
  import('../../documents/download/download-dialog.tsx').then((module) => module.DownloadDialog),
);
const PeopleDialog = lazyComponent(() =>
  import('../../transaction/people-dialog.tsx').then((module) => module.PeopleDialog),
);
const DeleteDealDialog = lazyComponent(() =>
  import('../../transaction/delete-deal-dialog.tsx').then((module) => module.DeleteDealDialog),
);

/** Returns the palette actions of the header. */
function headerActions(show: (dialog: Dialog) => void): PaletteAction[] {
  return [
    { id: 'people', name: ACTIONS.participants, run: () => show('people') },
    { id: 'download-documents', name: ACTIONS.download, run: () => show('download') },
    ...(canKeep()
      ? [
          {
            id: 'keep-transaction',
            name: ACTIONS.keep,
            run: () => show('offline'),
          },
        ]
      : []),
  ];
}

type Dialog = 'details' | 'people' | 'offline' | 'download' | 'delete';

const openDialogs = createFormDrafts<Dialog | null>();

interface DealHeaderProps {
  deal: TransactionRow;
  /** The rows of the checklist; null until all of them have been read. */
  entries: ChecklistSnapshot['entries'] | null;
}

/** The header of a deal's page: name, facts and progress. Memoized, so that a move of rows does not render it again. */
export const DealHeader = memo(function DealHeader({ deal, entries }: DealHeaderProps) {
  const db = useMirror();
  const navigate = useNavigate();
  const [dialog, setDialog] = useDraftState<Dialog | null>(openDialogs, deal.uuid, null);
  const now = useToday();
  const step = useSteadyQuery(() => dealStep(db, deal.uuid), [db, deal.uuid]);
  const stepWords = useSyncedLabel(step);
  const offline = useOfflineProgress(db, deal.uuid);
  const deals = useMemo(() => [deal], [deal]);
  const [attention, setAttention] = useState<ReadonlyMap<string, string> | null>(null);
  const needsAttention = attention ? attention.has(deal.uuid) : deal.actionRequired;
  const close = () => setDialog(null);
  usePaletteActions(useMemo(() => headerActions(setDialog), [setDialog]));
  const act = useCarryOutAct();
  const numPeople = deal.participants.length;
  const remove = async () => {
    await deleteTransaction(db, { uuid: deal.uuid });
    await navigate('/');
  };
  return (
    <header className={styles.header}>
      <div className={styles.what}>
        <BackLink to="/">{HEADER.back}</BackLink>
        <h1 className={styles.title}>{deal.name}</h1>
        <ul className={styles.facts} aria-label={HEADER.facts}>
          {deal.isSample ? (
            <li className={styles.mark}>
              <Badge>{HEADER.sample}</Badge>
            </li>
          ) : null}
          {needsAttention ? (
            <li className={styles.mark}>
              <AttentionMark reasons={attention?.get(deal.uuid)} />
            </li>
          ) : null}
          {deal.access === 'view' ? (
            <li className={styles.mark}>
              <Badge>{HEADER.viewOnly}</Badge>
            </li>
          ) : null}
          {deal.clientName ? <li className={styles.elastic}>{deal.clientName}</li> : null}
          {deal.matterNumber ? <li>{HEADER.matter(deal.matterNumber)}</li> : null}
          <li>
            {deal.closingDate ? (
              <>
                {HEADER.closing} <time dateTime={deal.closingDate}>{formatDate(deal.closingDate)}</time>,{' '}
                {daysUntil(deal.closingDate, now)}
              </>
            ) : (
              HEADER.noClosingDate
            )}
          </li>
          {step?.kind !== 'never' && stepWords !== null ? <li className={styles.step}>{stepWords}</li> : null}
          {offline ? <OfflineFact progress={offline} /> : null}
        </ul>
      </div>
      <div className={styles.side}>
        {entries ? <Progress entries={entries} /> : null}
        <Button
          icon={<Users aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setDialog('people')}
          aria-label={HEADER.participants(numPeople)}
        >
          {numPeople}
        </Button>
        <IconButton label={HEADER.download} aria-haspopup="dialog" onClick={() => setDialog('download')}>
          <FileDown aria-hidden="true" />
        </IconButton>
        {canKeep() ? (
          <IconButton
            label={offline && isMarked(offline) ? HEADER.kept : HEADER.keep}
            aria-haspopup="dialog"
            onClick={() => setDialog('offline')}
          >
            {offline && isComplete(offline) ? (
              <HardDrive aria-hidden="true" />
            ) : (
              <HardDriveDownload aria-hidden="true" />
            )}
          </IconButton>
        ) : null}
        <Button
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setDialog('details')}
          aria-label={HEADER.detailsLabel}
        >
          {HEADER.details}
        </Button>
      </div>
      <AttentionReader deals={deals} onReasons={setAttention} />
      {dialog === 'details' ? (
        <TransactionDialog deal={deal} act={act} onClose={close} onDelete={() => setDialog('delete')} />
      ) : null}
      {dialog === 'people' ? <PeopleDialog deal={deal} onClose={close} /> : null}
      {dialog === 'offline' ? <OfflineDialog deal={deal} onClose={close} /> : null}
      {dialog === 'download' ? <DownloadDialog transaction={deal.uuid} items={null} onClose={close} /> : null}
      {dialog === 'delete' ? (
        <DeleteDealDialog deal={deal} onConfirm={() => runCommand(remove())} onClose={close} />
      ) : null}
    </header>
  );
});

/** How much of an offline deal is on this device. */
function OfflineFact({ progress }: { progress: OfflineProgress }) {
  const db = useMirror();
  const reachable = useReachable();
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  if (progress.automatic)
    return isMarked(progress) ? <li className={styles.elastic}>{offlineMark(progress)}</li> : null;
  return room ? (
    <li className={styles.elastic}>{offlineSentence(progress, { reachable, budget: room.budget })}</li>
  ) : null;
}

/** How many documents on the checklist are done. */
function Progress({ entries }: { entries: ChecklistSnapshot['entries'] }) {
  const { total, complete } = useMemo(() => documentProgress(entries), [entries]);
  if (total === 0) return null;
  return (
    <div className={styles.progress}>
      <span>{HEADER.done(complete, total)}</span>
      <ProgressBar label={HEADER.documentsDone} value={complete} max={total} tone="success" />
    </div>
  );
}
