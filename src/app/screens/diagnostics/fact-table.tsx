import { useId, type ReactNode } from 'react';
import { columnHeaderClass } from '../../ui/layout/column-header.tsx';
import styles from './fact-table.module.css';

interface FactTableProps {
  title: string;
  /** What it says where there is no row. */
  empty: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table under its heading. On a narrow screen it scrolls by itself, the page does not. */
export function FactTable({ title, empty, columns, rows }: FactTableProps) {
  const heading = useId();
  return (
    <section className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {title}
        {rows.length > 0 ? <span className={styles.count}> {rows.length}</span> : null}
      </h2>
      {rows.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <div className={styles.frame} role="region" aria-labelledby={heading} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className={columnHeaderClass}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  {columns.map((column, index) => (
                    <td key={column}>{row.cells[index]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
