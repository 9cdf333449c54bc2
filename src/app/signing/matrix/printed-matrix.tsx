import { createPortal } from 'react-dom';
import type { TransactionRow } from '../../../db/rows.ts';
import { usePrinting } from '../../lib/device/use-printing.ts';
import { formatDate, formatTime, isoDay } from '../../lib/format/dates.ts';
import type { ReadCells } from './grid/cells.ts';
import { MATRIX, PRINT } from './matrix-copy.ts';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import type { MatrixContent } from './matrix-filter.ts';
import type { MatrixColumn } from './grid/matrix-columns.ts';
import { StateMark } from './grid/state-mark.tsx';
import styles from './printed-matrix.module.css';

/** How many signatories fit side by side on a sheet. */
const COLUMNS = 8;

interface PrintedMatrixProps extends MatrixContent {
  deal: TransactionRow;
  read: ReadCells;
  /** Whether the viewer covers the matrix. The user then wants to print the document. */
  covered: boolean;
}

/** The filtered matrix for printing, in place of the page. It has one table for every eight signatories. */
export function PrintedMatrix({ covered, ...props }: PrintedMatrixProps) {
  const printedAt = usePrinting(!covered);
  return printedAt === null ? null : createPortal(<Sheets {...props} printedAt={printedAt} />, document.body);
}

function Sheets({
  deal,
  columns,
  printedAt,
  ...props
}: Omit<PrintedMatrixProps, 'covered'> & { printedAt: Date }) {
  const parts = Array.from({ length: Math.ceil(columns.length / COLUMNS) }, (_, at) =>
    columns.slice(at * COLUMNS, (at + 1) * COLUMNS),
  );
  const at = PRINT.printed(formatDate(isoDay(printedAt)), formatTime(printedAt.toISOString()));
  return (
    <article className={styles.sheets}>
      <h1 className={styles.title} dir="auto">
        {PRINT.title(deal.name)}
      </h1>
      <p className={styles.facts}>{at}</p>
      {parts.map((part) => (
        <Part key={part[0]?.uuid} {...props} columns={part} />
      ))}
    </article>
  );
}

function Part({ lines, columns, read }: Pick<PrintedMatrixProps, 'lines' | 'columns' | 'read'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            {MATRIX.documents}
          </th>
          {columns.map((column) => (
            <Head key={column.uuid} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, uuid, number, name }) =>
          kind === 'header' ? (
            <tr key={uuid} className={styles.header}>
              <th scope="rowgroup" colSpan={columns.length + 1}>
                {number} <bdi>{name}</bdi>
              </th>
            </tr>
          ) : (
            <tr key={uuid}>
              <th scope="row">
                {number} <bdi>{name}</bdi>
              </th>
              {columns.map((column) => {
                const cell = read(uuid).get(column.uuid);
                return (
                  <td key={column.uuid}>
                    {cell ? (
                      <span className={styles.state}>
                        <StateMark state={cell.state} />
                        {statusInWords(cell.state)}
                      </span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Head({ column: { name, capacities } }: { column: MatrixColumn }) {
  return (
    <th scope="col">
      <bdi>{name}</bdi>
      <small>{capacities[0]?.signer}</small>
    </th>
  );
}
