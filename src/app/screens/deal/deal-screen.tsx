import CloudOff from 'lucide-react/icons/cloud-off';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { dealPage } from '../../../db/queries/transactions/deals.ts';
import { uploadQueueView, type QueueEntry } from '../../../db/queries/documents/upload-queue.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { Checklist } from '../../checklist/checklist.tsx';
import { openQuestion, subscribeToQuestions } from '../../signing/page-question/page-questions.ts';
import { useChecklistSnapshot } from '../../checklist/use-checklist-snapshot.ts';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { useDelayed } from '../../ui/status/use-delayed.ts';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { dealTables } from '../../../db/views/deal-tables.ts';
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
import { NotFoundScreen } from '../../errors/not-found-screen.tsx';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { underneathOf } from '../../viewer/viewer-place.ts';
import { ChecklistSkeleton } from './checklist-skeleton.tsx';
import { PURGE, STATES } from './deal-copy.ts';
import { DealHeader } from './deal-header.tsx';
import { dealState } from './deal-state.ts';
import { DEAL_PAGES, isDealTab, type DealTab } from './deal-pages.tsx';
import { DealTabs } from './deal-tabs.tsx';
import { useQueueDrawer } from './use-queue-drawer.ts';
import styles from './deal-screen.module.css';

const Viewer = lazyComponent(() => import('../../viewer/viewer.tsx').then((module) => module.Viewer));

const PageQuestionDialog = lazyComponent(() =>
  import('../../signing/page-question/page-question-dialog.tsx').then((module) => module.PageQuestionDialog),
);
const ReleaseAnnouncer = lazyComponent(() =>
  import('../../closing/release-announcer.tsx').then((module) => module.ReleaseAnnouncer),
);

interface DealScreenProps {
  transaction: string;
  /** The third segment of the address. */
  tab: string;
  /** The document open in the viewer; null = none. */
  viewed: string | null;
}

/** The pages of one deal, its upload queue, and the viewer. */
export function DealScreen({ tab, ...props }: DealScreenProps) {
  return isDealTab(tab) ? <Deal tab={tab} {...props} /> : <NotFoundScreen />;
}

function Deal({ transaction, tab, viewed }: DealScreenProps & { tab: DealTab }) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, transaction), [db, transaction]);

  useEffect(() => {
    const leave = askSyncLater((sync) => sync.watchDeal(transaction));
    return () => {
      leave();
      // After a sign-out, the worker rejects this call, which does no harm.
      askSyncLater(async (sync) => sync.watchDeal(null).catch(() => undefined));
    };
  }, [transaction]);

  const history = useDealHistory(db, transaction);
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
              title={STATES.notOnDeviceTitle}
              actions={<Link to="/">{STATES.allTransactions}</Link>}
            >
              {deal ? STATES.notOnDevice(deal.name) : STATES.unknownNotOnDevice}
            </EmptyState>
          ) : null}
          {state === 'restricted' ? (
            <EmptyState
              alone
              icon={<Lock aria-hidden="true" />}
              title={STATES.restrictedTitle}
              actions={<Link to="/">{STATES.allTransactions}</Link>}
            >
              {STATES.restricted(deal?.name ?? '')}
            </EmptyState>
          ) : null}
          {state === 'not_found' ? (
            <EmptyState
              alone
              icon={<SearchX aria-hidden="true" />}
              title={STATES.notFoundTitle}
              actions={<Link to="/">{STATES.allTransactions}</Link>}
            >
              {STATES.notFound}
            </EmptyState>
          ) : null}
        </main>
      </div>
      {reading === null ? null : (
        <MayEditContext value={deal?.access !== 'view'}>
          <HistoryContext value={history}>
            <ViewerFrame key={reading} transaction={transaction} document={reading} />
          </HistoryContext>
        </MayEditContext>
      )}
    </>
  );
}

function ShownDeal({ deal, tab, reading }: { deal: TransactionRow; tab: DealTab; reading: boolean }) {
  const db = useMirror();
  const { uuid } = deal;
  const checklist = useChecklistSnapshot(db, uuid);
  const { snapshot } = checklist;
  useNotifyFirstPaint(snapshot.state !== 'loading');
  // Keep the tables in memory, so that moving between the deal's screens doesn't read them again.
  useEffect(() => dealTables(db, uuid).hold(), [db, uuid]);
  const queue = useMemo(() => uploadQueueView(db, uuid), [db, uuid]);
  const { queued } = snapshot;
  const isReady = snapshot.state === 'ready';
  const entries = useLiveQuery(async () => (isReady ? queue(queued) : undefined), [queue, isReady, queued]);
  const shown = useQueueVisible();
  // A deal whose purge is approved accepts no files.
  const mayEdit = deal.access !== 'view';
  const acceptsFiles = mayEdit && deal.expiredAt === null;
  const acceptsDocuments = shown && acceptsFiles;
  // Files dropped or pasted on the returned pages screen aren't documents.
  const takesDocuments = acceptsDocuments && tab !== 'returned-pages';
  usePastedFiles(takesDocuments ? uuid : null);
  const drawer = useQueueDrawer(entries?.filter(opensDrawer).length);
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    const follow = () => setHeight(window.innerHeight);
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
  const drawerHeight = (entries?.length ?? 0) > 2 ? height / 2 : 250;
  const roomBelow = drawer.open ? drawerHeight : 0;
  const upload = acceptsDocuments ? <UploadButton transaction={uuid} look="primary" /> : null;

  const history = useDealHistory(db, uuid);
  const Page = DEAL_PAGES.find((each) => each.tab === tab)?.Page ?? Checklist;

  return (
    <MayEditContext value={mayEdit}>
      <HistoryContext value={history}>
        <DealHeader deal={deal} entries={snapshot.state === 'ready' ? snapshot.entries : null} />
        {deal.expiredAt === null ? null : <PurgeNote archive={deal.archivedFilesUrl} />}
        <DealTabs transaction={uuid} />
        <ReleaseAnnouncer deal={deal} />
        <PageQuestions />
        <Page
          transaction={uuid}
          deal={deal}
          snapshot={snapshot}
          shown={checklist}
          covered={reading}
          roomBelow={roomBelow}
          upload={upload}
          acceptsFiles={acceptsFiles}
        />
        {entries && shown && (acceptsDocuments || entries.length > 0) && (mayEdit || entries.some(isOwn)) ? (
          <UploadQueue transaction={uuid} entries={entries} open={drawer.open} onOpen={drawer.setOpen} />
        ) : null}
        {takesDocuments && !reading ? (
          <FileDropOverlay transaction={uuid} hasSignatoryRows={tab === 'signatories'} />
        ) : null}
      </HistoryContext>
    </MayEditContext>
  );
}

/**
 * Returns whether an entry opens the queue. A new version becomes part of its document automatically, so it opens the queue
 * only when it needs the user.
 */
function opensDrawer(entry: QueueEntry): boolean {
  return entry.versionOf === null || isStuck(entry);
}

/** Returns whether a file was added on this device. Its owner can still act on it, even after losing edit access. */
function isOwn({ saved, byAnother }: QueueEntry): boolean {
  return !saved && !byAnother;
}

/** Says what happens to the files of a purged deal. */
function PurgeNote({ archive }: { archive: string | null }) {
  if (archive === null) return <Callout role="status">{PURGE.approved}</Callout>;
  return (
    <Callout role="status">
      {PURGE.done} <a href={archive}>{PURGE.download}</a>
    </Callout>
  );
}

/** Asks which page a signatory signs, on any screen where they can be assigned. */
function PageQuestions() {
  const question = useSyncExternalStore(subscribeToQuestions, openQuestion);
  return question ? <PageQuestionDialog question={question} /> : null;
}

/** The viewer over a deal's page. Closing it returns the user to the screen and the focus that they had. */
function ViewerFrame({ transaction, document: uuid }: { transaction: string; document: string }) {
  const location = useLocation();
  const navigate = useNavigate();
  // Read before the page below becomes inert and loses the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => returnFocus(before, uuid), [before, uuid]);
  const close = () => {
    if (underneathOf(location.state) !== null) void navigate(-1);
    else void navigate(`/transaction/${transaction}/documents`, { replace: true });
  };
  return <Viewer key={uuid} transaction={transaction} document={uuid} onClose={close} />;
}

/** Returns the focus to the element that had it, else to the document in the list. */
function returnFocus(before: Element | null, uuid: string): void {
  const had = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
  (had ?? document.querySelector<HTMLElement>(`[data-document="${CSS.escape(uuid)}"] a`))?.focus();
}
