import { useEffect, useRef, type KeyboardEvent } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { DEAL_COLUMNS, type DealOrder } from '../../../db/queries/transactions/deal-order.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { TabLink, Tabs } from '../../ui/layout/tabs.tsx';
import { COLUMNS, TOOLBAR } from './deal-list-copy.ts';
import { focusRow } from './focus-row.ts';
import styles from './deal-toolbar.module.css';

interface DealToolbarProps {
  /** Whether the archived deals are shown. */
  archived: boolean;
  /** How many deals each list has. */
  counts: { active: number; archived: number };
  search: string;
  onSearch: (search: string) => void;
  order: DealOrder;
  onOrder: (order: DealOrder) => void;
}

/** The tabs, the search, and the sort order for small screens, where the table has no column headers. */
export function DealToolbar({ archived, counts, search, onSearch, order, onOrder }: DealToolbarProps) {
  const { column, descending } = order;
  return (
    <div className={styles.toolbar}>
      <Tabs className={styles.lists} label={TOOLBAR.lists}>
        <TabLink to="/" current={!archived} count={counts.active}>
          {TOOLBAR.active}
        </TabLink>
        <TabLink to="/?archived" current={archived} count={counts.archived}>
          {TOOLBAR.archived}
        </TabLink>
      </Tabs>
      <div className={styles.sort}>
        <Select
          label={TOOLBAR.sortBy}
          options={DEAL_COLUMNS.map((each) => [each, COLUMNS[each]] as const)}
          value={column}
          onChoose={(chosen) => onOrder({ column: chosen, descending: false })}
        />
        <IconButton
          label={TOOLBAR.reverseOrder(descending)}
          onClick={() => onOrder({ column, descending: !descending })}
        >
          {descending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
        </IconButton>
      </div>
      <DealSearch search={search} onSearch={onSearch} />
    </div>
  );
}

function DealSearch({ search, onSearch }: Pick<DealToolbarProps, 'search' | 'onSearch'>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const free = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!free || acceptsTyping(event.target) || document.querySelector('[data-modal]')) return;
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
    <SearchField
      ref={field}
      className={styles.search}
      label={TOOLBAR.search}
      placeholder={TOOLBAR.searchIn}
      shortcut="/"
      value={search}
      onText={onSearch}
      onKeyDown={onKeyDown}
    />
  );
}

function acceptsTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
