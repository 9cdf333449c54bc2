import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import CloudOff from 'lucide-react/icons/cloud-off';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import { dealPage } from '../../../db/queries/transactions/deals.ts';
import { uploadQueueView, type QueueEntry } from '../../../db/queries/documents/upload-queue.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { Checklist } from '../../checklist/checklist.tsx';
import { useChecklistSnapshot } from '../../checklist/use-checklist-snapshot.ts';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { useDelayed } from '../../ui/status/use-delayed.ts';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { HistoryContext, useDealHistory } from '../../undo/history-context.ts';
import { askSyncLater } from '../../sync-client.ts';
import { MayEditContext } from '../../transaction/may-edit.ts';
import { isStuck } from '../../upload-queue/queue-selection.ts';
import { FileDropOverlay } from '../../upload-queue/add-files/file-drop-overlay.tsx';
import { UploadButton } from '../../upload-queue/add-files/upload-button.tsx';
import { UploadQueue } from '../../upload-queue/upload-queue.tsx';
import { usePastedFiles } from '../../upload-queue/add-files/use-pasted-files.ts';
import { useQueueVisible } from '../../upload-queue/use-queue-visible.ts';
import { ChecklistSkeleton } from './checklist-skeleton.tsx';
import { DealHeader } from './deal-header.tsx';
import { dealState } from './deal-state.ts';
import { DealTabs, type DealTab } from './deal-tabs.tsx';
import { useQueueDrawer } from './use-queue-drawer.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import styles from './deal-screen.module.css';

const DocumentsScreen = lazyComponent(() =>
  import('../documents/documents-screen.tsx').then((module) => module.DocumentsScreen),
);
const ActivityScreen = lazyComponent(() =>
  import('../activity/activity-screen.tsx').then((module) => module.ActivityScreen),
);
const TasksScreen = lazyComponent(() =>
  import('../tasks/tasks-screen.tsx').then((module) => module.TasksScreen),
);
const FieldsScreen = lazyComponent(() =>
  import('../fields/fields-screen.tsx').then((module) => module.FieldsScreen),
);

interface DealScreenProps {
  transaction: string;
  tab: DealTab;
  /** The document that is read over the page; null = none. */
  viewed: string | null;
}

/** The pages of one deal, and the queue of what is being brought into it. */
export function DealScreen({ transaction, tab, viewed }: DealScreenProps) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, transaction), [db, transaction]);

  useEffect(() => {
    const leave = askSyncLater((sync) => sync.watchDeal(transaction));
    return () => {
      leave();
      // Nobody is there to watch for once the person has signed out: that it is refused then does no harm.
      askSyncLater(async (sync) => sync.watchDeal(null).catch(() => undefined));
    };
  }, [transaction]);

  const reachable = useReachable();
  const state = dealState(page, reachable);
  const deal = page?.deal;
  const skeleton = useDelayed(state === 'loading');

  const reading = state === 'shown' ? viewed : null;
  useNotifyFirstPaint(page !== undefined && state !== 'shown');

  return (
    <>
      <div className={styles.page} inert={reading !== null}>
        <AppBar />
        <main className={styles.main}>
          {deal && state === 'shown' ? <ShownDeal deal={deal} tab={tab} reading={reading !== null} /> : null}
          {state === 'loading' && skeleton ? <ChecklistSkeleton /> : null}
          {state === 'not_on_device' ? (
            <EmptyState
              alone
              icon={<CloudOff aria-hidden="true" />}
              title="This transaction is not on this device"
              actions={<Link to="/">All transactions</Link>}
            >
              {deal
                ? `The checklist of “${deal.name}” has not been loaded to this device yet. It appears here once you are connected again.`
                : 'If you have access to it, it appears here once you are connected again.'}
            </EmptyState>
          ) : null}
          {state === 'restricted' ? (
            <EmptyState
              alone
              icon={<Lock aria-hidden="true" />}
              title="Ask to be made a participant"
              actions={<Link to="/">All transactions</Link>}
            >
              Strict data access is on in your organization: only its participants see what is in “
              {deal?.name}”.
            </EmptyState>
          ) : null}
          {state === 'not_found' ? (
            <EmptyState
              alone
              icon={<SearchX aria-hidden="true" />}
              title="This transaction could not be found"
              actions={<Link to="/">All transactions</Link>}
            >
              It may have been deleted, or you may no longer be one of its participants.
            </EmptyState>
          ) : null}
        </main>
      </div>
      {reading === null ? null : <ViewerFrame key={reading} transaction={transaction} document={reading} />}
    </>
  );
}

function ShownDeal({ deal, tab, reading }: { deal: TransactionRow; tab: DealTab; reading: boolean }) {
  const db = useMirror();
  const { uuid } = deal;
  const checklist = useChecklistSnapshot(db, uuid);
  const { snapshot } = checklist;
  useNotifyFirstPaint(snapshot.state !== 'loading');
  const queue = useMemo(() => uploadQueueView(db, uuid), [db, uuid]);
  const { queued } = snapshot;
  const isReady = snapshot.state === 'ready';
  const entries = useLiveQuery(async () => (isReady ? queue(queued) : undefined), [queue, isReady, queued]);
  const shown = useQueueVisible();
  // Once its purge is approved it takes no files.
  const mayEdit = deal.access !== 'view';
  const takes = shown && mayEdit && deal.expiredAt === null;
  usePastedFiles(takes ? uuid : null);
  const drawer = useQueueDrawer(entries?.filter(opensDrawer).length);
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    const follow = () => setHeight(window.innerHeight);
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
  const drawerHeight = (entries?.length ?? 0) > 2 ? height / 2 : 250;
  const roomBelow = drawer.open ? drawerHeight : 0;
  const upload = takes ? <UploadButton transaction={uuid} look="primary" /> : null;

  const history = useDealHistory(db, uuid);

  return (
    <MayEditContext value={mayEdit}>
      <HistoryContext value={history}>
        <DealHeader deal={deal} entries={snapshot.state === 'ready' ? snapshot.entries : null} />
        {deal.expiredAt === null ? null : <PurgeNote archive={deal.archivedFilesUrl} />}
        <DealTabs transaction={uuid} />
        {tab === 'tasks' ? <TasksScreen deal={deal} snapshot={snapshot} roomBelow={roomBelow} /> : null}
        {tab === 'fields' ? <FieldsScreen transaction={uuid} /> : null}
        {tab === 'activity' ? <ActivityScreen transaction={uuid} /> : null}
        {tab === 'documents' ? (
          <DocumentsScreen deal={deal} snapshot={snapshot} roomBelow={roomBelow} upload={upload} />
        ) : null}
        {tab === 'checklist' ? (
          <Checklist deal={deal} shown={checklist} covered={reading} roomBelow={roomBelow} upload={upload} />
        ) : null}
        {entries && shown && (takes || entries.length > 0) && (mayEdit || entries.some(isOwn)) ? (
          <UploadQueue transaction={uuid} entries={entries} open={drawer.open} onOpen={drawer.setOpen} />
        ) : null}
        {takes && !reading ? <FileDropOverlay transaction={uuid} /> : null}
      </HistoryContext>
    </MayEditContext>
  );
}

/**
 * A new version goes to its document by itself: it opens the queue only when it needs the person, as any other file does that
 * could not be uploaded.
 */
function opensDrawer(entry: QueueEntry): boolean {
  return entry.versionOf === null || isStuck(entry);
}

/** A file of this device: whoever may only view the deal now still decides what becomes of it. */
function isOwn({ saved, byAnother }: QueueEntry): boolean {
  return !saved && !byAnother;
}

/** What became of the files of a purged deal. */
function PurgeNote({ archive }: { archive: string | null }) {
  if (archive === null)
    return (
      <Callout role="status">
        It was approved that the files are archived and removed: no more are taken.
      </Callout>
    );
  return (
    <Callout role="status">
      The files were archived and removed. <a href={archive}>Download the archive</a>
    </Callout>
  );
}
