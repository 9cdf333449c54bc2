import {
  DEAL_COLUMNS,
  type DealColumn,
  type DealOrder,
} from '../../../db/queries/transactions/deal-order.ts';
import { dealRights } from '../../../db/queries/transactions/deal-rights.ts';
import type { OfflineProgress } from '../../../db/queries/offline/offline-progress.ts';
import type { DealStep } from '../../../db/queries/status/last-synced.ts';
import type { TransactionRow, UserRow } from '../../../db/rows.ts';
import { SortableColumnHeader } from '../../ui/layout/column-header.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { COLUMNS, LIST } from './deal-list-copy.ts';
import type { DealAct } from './deal-menu-popover.tsx';
import { DealRow } from './deal-row.tsx';
import styles from './deal-table.module.css';

interface DealTableProps {
  deals: readonly TransactionRow[];
  steps: ReadonlyMap<string, DealStep> | undefined;
  /** The progress of offline copies, by deal. */
  kept: ReadonlyMap<string, OfflineProgress> | undefined;
  /** The signed-in user. */
  user: UserRow | undefined;
  userId: string;
  /** Why deals need attention, by deal; null while loading. */
  attention: ReadonlyMap<string, string> | null;
  order: DealOrder;
  onSort: (column: DealColumn) => void;
  onAct: (deal: TransactionRow, act: DealAct) => void;
}

/** The table of deals. The arrow keys move between its rows. */
export function DealTable({
  deals,
  steps,
  kept,
  user,
  userId,
  attention,
  order,
  onSort,
  onAct,
}: DealTableProps) {
  return (
    <table className={styles.table} aria-label={LIST.title}>
      <thead className={styles.head}>
        <tr className={styles.columns}>
          {DEAL_COLUMNS.map((column) => (
            <SortedColumn key={column} column={column} order={order} onSort={onSort} />
          ))}
          <th scope="col">
            <span className={hidden.hidden}>{LIST.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className={styles.body}>
        {deals.map((deal) => (
          <DealRow
            key={deal.uuid}
            deal={deal}
            step={steps?.get(deal.uuid)}
            kept={kept?.get(deal.uuid)}
            rights={dealRights(user, userId, deal)}
            needsAttention={attention ? attention.has(deal.uuid) : deal.actionRequired}
            attention={attention?.get(deal.uuid)}
            onAct={onAct}
          />
        ))}
      </tbody>
    </table>
  );
}

interface SortedColumnProps {
  column: DealColumn;
  order: DealOrder;
  onSort: (column: DealColumn) => void;
}

function SortedColumn({ column, order, onSort }: SortedColumnProps) {
  const sorted = order.column === column;
  const number = column === 'signatures' || column === 'documents';
  return (
    <SortableColumnHeader
      className={number ? styles.number : undefined}
      sorted={sorted ? (order.descending ? 'descending' : 'ascending') : null}
      onSort={() => onSort(column)}
    >
      {COLUMNS[column]}
    </SortableColumnHeader>
  );
}
