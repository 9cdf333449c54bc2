import { useEffect, useRef, type KeyboardEvent } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { DEAL_COLUMNS, type DealOrder } from '../../../db/queries/transactions/deal-order.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { TabLink, Tabs } from '../../ui/layout/tabs.tsx';
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
      <Tabs className={styles.lists} label="Lists of transactions">
        <TabLink to="/" current={!archived} count={counts.active}>
          Active
        </TabLink>
        <TabLink to="/?archived" current={archived} count={counts.archived}>
          Archived
        </TabLink>
      </Tabs>
      <div className={styles.sort}>
        <Select
          label="Sort by"
          options={DEAL_COLUMNS.map((each) => [each, COLUMN_NAMES[each]] as const)}
          value={column}
          onChoose={(chosen) => onOrder({ column: chosen, descending: false })}
        />
        <IconButton
          label={descending ? 'Sorted downwards' : 'Sorted upwards'}
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
    <SearchField
      ref={field}
      className={styles.search}
      label="Search transactions"
      placeholder="Name, client or matter"
      shortcut="/"
      value={search}
      onText={onSearch}
      onKeyDown={onKeyDown}
    />
  );
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
