import FileText from 'lucide-react/icons/file-text';
import Inbox from 'lucide-react/icons/inbox';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { fileUnderDeal } from '../../../db/commands/documents/file-under-deal.ts';
import { removeFromQueue } from '../../../db/commands/documents/remove-from-queue.ts';
import { dealList } from '../../../db/queries/transactions/deals.ts';
import { fileStatus } from '../../../db/queries/documents/file-standing.ts';
import { unfiledFiles } from '../../../db/queries/documents/unfiled-files.ts';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { UnstyledButton, IconButton } from '../../ui/button.tsx';
import { runCommand } from '../../lib/commands/run-command.ts';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { QUEUE_GREW } from '../../upload-queue/use-queue-visible.ts';
import { stageFiles } from '../../upload-queue/add-files/stage-files.ts';
import { useCopyingAnywhere } from '../../upload-queue/add-files/copying.ts';
import { track } from '../../analytics.ts';
import { keepStorage } from '../../lib/device/storage.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { INCOMING } from './incoming-copy.ts';
import { takeLaunchedFiles } from './launched-files.ts';
import styles from './incoming-screen.module.css';

/** Chooses the deal for files that were opened with the installed app or shared to it. They are already on this device. */
export function IncomingScreen() {
  const db = useMirror();
  const navigate = useNavigate();
  const files = useLiveQuery(async () => unfiledFiles(db), [db]);
  const list = useLiveQuery(() => dealList(db), [db]);
  const copying = useCopyingAnywhere(db, false);
  useNotifyFirstPaint(files !== undefined);

  useShareResult();
  useEffect(
    () =>
      takeLaunchedFiles(({ files: opened, unreadable }) => {
        void stageFiles({ userId: db.userId, transaction: null }, opened, 'opened', unreadable);
      }),
    [db],
  );

  const choose = async (transaction: string) => {
    await fileUnderDeal(db, transaction);
    await navigate(`/transaction/${transaction}/checklist`, { state: QUEUE_GREW });
  };
  if (!files || !list) return <AppBar />;
  const kept = files.filter((row) => fileStatus(row) === 'unfiled').length;
  return (
    <>
      <AppBar />
      <Page width="narrow">
        {files.length === 0 ? (
          <EmptyState
            alone
            icon={<Inbox aria-hidden="true" />}
            title={INCOMING.emptyTitle}
            actions={<Link to="/">{INCOMING.allTransactions}</Link>}
          >
            {INCOMING.empty}
          </EmptyState>
        ) : (
          <>
            <PageTitle>{INCOMING.title}</PageTitle>
            <p className={styles.lead}>
              {copying ? INCOMING.copying : kept === 0 ? INCOMING.noneKept : INCOMING.kept(kept)}
            </p>
            <ul className={styles.files} aria-label={INCOMING.files}>
              {files.map(({ uuid, transaction, fileName, errorMessage }) => (
                <li key={uuid} className={styles.file}>
                  <FileText aria-hidden="true" />
                  <span className={styles.name}>{fileName}</span>
                  {errorMessage ? <span className={styles.error}>{errorMessage}</span> : null}
                  <IconButton
                    label={INCOMING.remove(fileName)}
                    onClick={() => runCommand(removeFromQueue(db, { transaction, uuids: [uuid] }))}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
            {list.deals.length === 0 ? (
              <p>
                {INCOMING.noTransactions} <Link to="/">{INCOMING.create}</Link>, {INCOMING.thenComeBack}
              </p>
            ) : (
              <ul className={styles.deals} aria-label={INCOMING.transactions}>
                {list.deals.map((deal) => (
                  <li key={deal.uuid}>
                    <UnstyledButton
                      className={styles.choice}
                      disabled={copying || deal.access === 'view'}
                      onClick={() => runCommand(choose(deal.uuid))}
                    >
                      <span className={styles.deal}>{deal.name}</span>
                      <span className={styles.client}>
                        {deal.access === 'view' ? INCOMING.viewOnly : deal.clientName}
                      </span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Page>
    </>
  );
}

/**
 * Shows the result of a share, once. The service worker stored the files before there was a page, and put the result in the
 * address.
 */
function useShareResult(): void {
  const [parameters, setParameters] = useSearchParams();
  const shared = Number(parameters.get('shared') ?? 0);
  const lost = parameters.has('lost');
  useEffect(() => {
    if (!(shared > 0) && !lost) return;
    if (shared > 0) {
      keepStorage();
      const properties = { transaction: null, files: shared, source: 'shared' } as const;
      track({ event: 'upload_queue.files_added', properties });
    }
    if (lost) {
      pushToast({
        id: 'share-failed',
        level: 'error',
        message: INCOMING.shareFailed,
        lasting: true,
      });
    }
    setParameters({}, { replace: true });
  }, [shared, lost, setParameters]);
}
