import { useId, type ReactNode } from 'react';
import { columnHeaderClass } from '../../ui/layout/column-header.tsx';
import styles from './fact-table.module.css';

interface FactTableProps {
  title: string;
  /** Shown if there are no rows. */
  empty: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table with a heading. On a narrow screen the table scrolls, not the page. */
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
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
