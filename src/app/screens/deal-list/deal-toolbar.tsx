import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Search from 'lucide-react/icons/search';
import { DEAL_COLUMNS, type DealOrder } from '../../../db/queries/deal-order.ts';
import { IconButton } from '../../ui/button.tsx';
import { COLUMN_NAMES } from './column-names.ts';
import { focusRow } from './focus-row.ts';
import styles from './deal-toolbar.module.css';

interface DealToolbarProps {
  /** Which of the two lists is shown, and how many deals each has. */
  archived: boolean;
  counts: { active: number; archived: number };
  search: string;
  onSearch: (search: string) => void;
  order: DealOrder;
  onOrder: (order: DealOrder) => void;
}

/** Which deals are listed, and how they are sorted where there are no columns to sort by. */
export function DealToolbar({ archived, counts, search, onSearch, order, onOrder }: DealToolbarProps) {
  const { column, descending } = order;
  return (
    <div className={styles.toolbar}>
      <nav className={styles.lists} aria-label="Lists of transactions">
        <Link to="/" className={styles.list} aria-current={archived ? undefined : 'page'}>
          Active <span className={styles.count}>{counts.active}</span>
        </Link>
        <Link to="/?archived" className={styles.list} aria-current={archived ? 'page' : undefined}>
          Archived <span className={styles.count}>{counts.archived}</span>
        </Link>
      </nav>
      <div className={styles.sort}>
        <select
          className={styles.choice}
          aria-label="Sort by"
          value={column}
          onChange={(event) => {
            const chosen = DEAL_COLUMNS.find((each) => each === event.currentTarget.value);
            if (chosen) onOrder({ column: chosen, descending: false });
          }}
        >
          {DEAL_COLUMNS.map((each) => (
            <option key={each} value={each}>
              {COLUMN_NAMES[each]}
            </option>
          ))}
        </select>
        <IconButton
          label={descending ? 'Sorted downwards' : 'Sorted upwards'}
          onClick={() => onOrder({ column, descending: !descending })}
        >
          {descending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
        </IconButton>
      </div>
      <SearchField search={search} onSearch={onSearch} />
    </div>
  );
}

function SearchField({ search, onSearch }: Pick<DealToolbarProps, 'search' | 'onSearch'>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const free = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!free || isTypedInto(event.target) || document.querySelector('[data-modal]')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && search !== '') {
      event.preventDefault();
      onSearch('');
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      focusRow();
    }
  };
  return (
    <label className={styles.search}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label="Search transactions"
        aria-keyshortcuts="/"
        placeholder="Name, client or matter"
        autoComplete="off"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {search === '' ? (
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
      ) : null}
    </label>
  );
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
