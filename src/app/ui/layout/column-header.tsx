import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import styles from './column-header.module.css';

/** The class of a column header, for grids that are not tables. */
export const columnHeaderClass = styles.head ?? '';

interface SortableColumnHeaderProps {
  children: string;
  /** Null if the table is sorted by another column. */
  sorted: 'ascending' | 'descending' | null;
  className?: string | undefined;
  onSort: () => void;
}

/** The header of a sortable table column. */
export function SortableColumnHeader({ children, sorted, className, onSort }: SortableColumnHeaderProps) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} aria-sort={sorted ?? undefined}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {children}
        {sorted === null ? null : <Arrow aria-hidden="true" />}
      </button>
    </th>
  );
}
