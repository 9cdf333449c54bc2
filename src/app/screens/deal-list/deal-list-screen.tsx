import { lazy, Suspense, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import FolderOpen from 'lucide-react/icons/folder-open';
import CloudOff from 'lucide-react/icons/cloud-off';
import Plus from 'lucide-react/icons/plus';
import { dealList } from '../../../db/queries/deals.ts';
import { AppBar } from '../../parts/app-bar.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useBrowserOnline } from '../../parts/use-browser-online.ts';
import { useDelayed } from '../../parts/use-delayed.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { DealTable } from './deal-table.tsx';
import { DealTableSkeleton } from './deal-table-skeleton.tsx';
import { UnfiledNote } from './unfiled-note.tsx';
import styles from './deal-list-screen.module.css';

const TransactionDialog = lazy(() =>
  import('../../transaction/transaction-dialog.tsx').then((module) => ({
    default: module.TransactionDialog,
  })),
);

/** The deals of the signed-in person, the next to close first. */
export function DealListScreen() {
  const db = useMirror();
  const list = useLiveQuery(() => dealList(db), [db]);
  const online = useBrowserOnline();
  const [creating, setCreating] = useState(false);
  const empty = list?.deals.length === 0;
  const pulled = list?.pulled ?? false;
  const waiting = !list || (empty && !pulled);
  const skeleton = useDelayed(waiting && online);
  const newTransaction = (
    <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
      New transaction
    </Button>
  );

  return (
    <div className={styles.page}>
      <AppBar />
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className={styles.title}>Transactions</h1>
          {empty && pulled ? null : newTransaction}
        </div>
        <UnfiledNote />
        {list && !empty ? <DealTable deals={list.deals} /> : null}
        {empty && pulled ? (
          <EmptyState
            icon={<FolderOpen aria-hidden="true" />}
            title="No transactions yet"
            actions={newTransaction}
          >
            Create a transaction for your next closing, then drop its documents onto it to build the
            checklist. Transactions that colleagues add you to appear here as well.
          </EmptyState>
        ) : null}
        {empty && !pulled && !online ? (
          <EmptyState icon={<CloudOff aria-hidden="true" />} title="Not on this device yet">
            Your transactions have not been loaded to this device. They appear here once you are back online.
            A transaction that you create now is kept on this device until then.
          </EmptyState>
        ) : null}
        {skeleton ? <DealTableSkeleton /> : null}
      </main>
      {creating ? (
        <Suspense>
          <TransactionDialog onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
