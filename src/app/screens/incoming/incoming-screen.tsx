import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import FileText from 'lucide-react/icons/file-text';
import Inbox from 'lucide-react/icons/inbox';
import Trash2 from 'lucide-react/icons/trash-2';
import { fileUnderDeal } from '../../../db/commands/documents/file-under-deal.ts';
import { removeFromQueue } from '../../../db/commands/documents/remove-from-queue.ts';
import { dealList } from '../../../db/queries/transactions/deals.ts';
import { fileStatus } from '../../../db/queries/documents/file-standing.ts';
import { unfiledFiles } from '../../../db/queries/documents/unfiled-files.ts';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { UnstyledButton, IconButton } from '../../ui/button.tsx';
import { runCommand } from '../../lib/commands/run-command.ts';
import { counted } from '../../lib/format/numbers.ts';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { QUEUE_GREW } from '../../upload-queue/use-queue-visible.ts';
import { stageFiles } from '../../upload-queue/add-files/stage-files.ts';
import { useCopyingAnywhere } from '../../upload-queue/add-files/copying.ts';
import { useSharedOutcome } from './use-shared-outcome.ts';
import { takeLaunchedFiles } from './launched-files.ts';
import styles from './incoming-screen.module.css';

/** What was opened with or shared to the installed app is on this device already; here the person says for which deal. */
export function IncomingScreen() {
  const db = useMirror();
  const navigate = useNavigate();
  const files = useLiveQuery(async () => unfiledFiles(db), [db]);
  const list = useLiveQuery(() => dealList(db), [db]);
  const copying = useCopyingAnywhere(db, false);
  useNotifyFirstPaint(files !== undefined);

  useSharedOutcome();
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
            title="No files need a transaction"
            actions={<Link to="/">All transactions</Link>}
          >
            When you open files with Counterpart or share them to it, you choose their transaction here. If a
            file is missing, open or share it again.
          </EmptyState>
        ) : (
          <>
            <PageTitle>For which transaction?</PageTitle>
            <p className={styles.lead}>
              {copying
                ? 'Files are still being copied to this device. Then choose the transaction to upload them to.'
                : kept === 0
                  ? 'None of these files is on this device. Open or share them again.'
                  : `${counted(kept, 'file is', 'files are')} kept on this device. Choose the transaction to upload ${kept === 1 ? 'it' : 'them'} to.`}
            </p>
            <ul className={styles.files} aria-label="Files">
              {files.map(({ uuid, transaction, fileName, errorMessage }) => (
                <li key={uuid} className={styles.file}>
                  <FileText aria-hidden="true" />
                  <span className={styles.name}>{fileName}</span>
                  {errorMessage ? <span className={styles.error}>{errorMessage}</span> : null}
                  <IconButton
                    label={`Remove ${fileName}`}
                    onClick={() => runCommand(removeFromQueue(db, { transaction, uuids: [uuid] }))}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
            {list.deals.length === 0 ? (
              <p>
                There is no transaction on this device yet. <Link to="/">Create one</Link>, then come back:
                the files wait here.
              </p>
            ) : (
              <ul className={styles.deals} aria-label="Transactions">
                {list.deals.map((deal) => (
                  <li key={deal.uuid}>
                    <UnstyledButton
                      className={styles.choice}
                      disabled={copying || deal.access === 'view'}
                      onClick={() => runCommand(choose(deal.uuid))}
                    >
                      <span className={styles.deal}>{deal.name}</span>
                      <span className={styles.client}>
                        {deal.access === 'view' ? 'You can only view this transaction' : deal.clientName}
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
