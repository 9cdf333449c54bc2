import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import Archive from 'lucide-react/icons/archive';
import CloudOff from 'lucide-react/icons/cloud-off';
import FolderOpen from 'lucide-react/icons/folder-open';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../lib/format/numbers.ts';
import { EmptyState } from '../../ui/status/empty-state.tsx';

interface NoDealsProps {
  /** Neither list has any deal. */
  isEmpty: boolean;
  /** Whether the lists have ever come to this device. */
  pulled: boolean;
  online: boolean;
  archived: boolean;
  search: string;
  /** How many of the other list match the search. */
  elsewhere: number;
  onClearSearch: () => void;
  newTransaction: ReactNode;
}

/** Why there is no deal to be seen, and what to do. Nothing while that is not known. */
export function NoDeals(props: NoDealsProps) {
  const { isEmpty, pulled, online, archived, search, elsewhere, newTransaction } = props;
  if (isEmpty && !pulled) {
    return online ? null : (
      <EmptyState icon={<CloudOff aria-hidden="true" />} title="Not on this device yet">
        Your transactions have not been loaded to this device. They appear here once you are back online. A
        transaction that you create now is kept on this device until then.
      </EmptyState>
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon={<FolderOpen aria-hidden="true" />}
        title="No transactions yet"
        actions={newTransaction}
      >
        Create a transaction for your next closing, then drop its documents onto it to build the checklist.
        Transactions that colleagues add you to appear here as well.
      </EmptyState>
    );
  }
  const other = archived ? '/' : '/?archived';
  if (search !== '') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={`Nothing matches “${search}”`}
        actions={<Button onClick={props.onClearSearch}>Clear the search</Button>}
      >
        {elsewhere > 0 ? (
          <Link to={other}>
            {counted(elsewhere, 'transaction', 'transactions')} {archived ? 'at work' : 'in the archive'}{' '}
            {elsewhere === 1 ? 'does' : 'do'}
          </Link>
        ) : (
          'Names, clients, client numbers and matter numbers are searched, in both lists.'
        )}
      </EmptyState>
    );
  }
  return archived ? (
    <EmptyState
      icon={<Archive aria-hidden="true" />}
      title="Nothing is archived"
      actions={<Link to="/">Active transactions</Link>}
    >
      Archive a transaction that you are done with from the menu at the end of its row. It stays as it is for
      everybody else.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<FolderOpen aria-hidden="true" />}
      title="No active transactions"
      actions={newTransaction}
    >
      <Link to="/?archived">All of yours are archived.</Link>
    </EmptyState>
  );
}
