import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import styles from './column-head.module.css';

/** The class of the name over a column, for grids that are no tables. */
export const columnHead = styles.head ?? '';

interface SortHeadProps {
  children: string;
  /** The way it is sorted; null = by another column. */
  sorted: 'ascending' | 'descending' | null;
  className?: string | undefined;
  onSort: () => void;
}

/** The head of a column that the table can be sorted by. */
export function SortHead({ children, sorted, className, onSort }: SortHeadProps) {
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
