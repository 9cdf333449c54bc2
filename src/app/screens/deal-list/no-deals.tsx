import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import Archive from 'lucide-react/icons/archive';
import CloudOff from 'lucide-react/icons/cloud-off';
import FolderOpen from 'lucide-react/icons/folder-open';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { EMPTY } from './deal-actions-copy.ts';

interface NoDealsProps {
  /** Whether both lists are empty. */
  isEmpty: boolean;
  /** Whether the lists were ever loaded onto this device. */
  pulled: boolean;
  online: boolean;
  archived: boolean;
  search: string;
  /** How many deals of the other list match the search. */
  elsewhere: number;
  onClearSearch: () => void;
  newTransaction: ReactNode;
}

/** Says why the list is empty, and what to do. Renders nothing while the list is loading. */
export function NoDeals(props: NoDealsProps) {
  const { isEmpty, pulled, online, archived, search, elsewhere, newTransaction } = props;
  if (isEmpty && !pulled) {
    return online ? null : (
      <EmptyState icon={<CloudOff aria-hidden="true" />} title={EMPTY.notHereTitle}>
        {EMPTY.notHere}
      </EmptyState>
    );
  }
  if (isEmpty) {
    return (
      <EmptyState icon={<FolderOpen aria-hidden="true" />} title={EMPTY.noneTitle} actions={newTransaction}>
        {EMPTY.none}
      </EmptyState>
    );
  }
  const other = archived ? '/' : '/?archived';
  if (search !== '') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={EMPTY.noMatchTitle(search)}
        actions={<Button onClick={props.onClearSearch}>{EMPTY.clearSearch}</Button>}
      >
        {elsewhere > 0 ? (
          <Link to={other}>{EMPTY.matchesElsewhere(elsewhere, archived)}</Link>
        ) : (
          EMPTY.noMatchAnywhere
        )}
      </EmptyState>
    );
  }
  return archived ? (
    <EmptyState
      icon={<Archive aria-hidden="true" />}
      title={EMPTY.noneArchivedTitle}
      actions={<Link to="/">{EMPTY.showActive}</Link>}
    >
      {EMPTY.noneArchived}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<FolderOpen aria-hidden="true" />}
      title={EMPTY.noneActiveTitle}
      actions={newTransaction}
    >
      <Link to="/?archived">{EMPTY.showArchived}</Link>
    </EmptyState>
  );
}
