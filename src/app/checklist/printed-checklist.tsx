import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { NumberingFormat } from '../../contract/rules/checklist/numbering.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { checklistRows, type ChecklistRow } from '../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import type { People } from '../details/people.ts';
import { classNames } from '../ui/class-names.ts';
import { formatDate, formatDateTime, isoDay } from '../lib/format/dates.ts';
import { documentWords, isDone, signingWords } from './row/row-facts.ts';
import styles from './printed-checklist.module.css';

interface PrintedChecklistProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  format: NumberingFormat;
  people: People;
  /** Something else is read over the checklist: that is what is wanted on paper. */
  covered: boolean;
}

/** The whole checklist on paper, in the place of the page. It is there only while the browser prints: thousands of rows. */
export function PrintedChecklist({ covered, ...props }: PrintedChecklistProps) {
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const before = () => {
      if (!covered) flushSync(() => setPrintedAt(new Date()));
    };
    const after = () => setPrintedAt(null);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [covered]);
  return printedAt === null ? null : createPortal(<Sheet {...props} printedAt={printedAt} />, document.body);
}

function Sheet({
  deal,
  snapshot,
  format,
  people,
  printedAt,
}: Omit<PrintedChecklistProps, 'covered'> & { printedAt: Date }) {
  const rows = checklistRows(snapshot, { collapsed: new Set(), format });
  const { clientName, matterNumber, closingDate } = deal;
  const facts = [
    clientName,
    matterNumber && `Matter ${matterNumber}`,
    closingDate !== null && `Closing ${formatDate(closingDate)}`,
    `Printed ${formatDate(isoDay(printedAt))}, ${formatDateTime(printedAt.toISOString(), printedAt)}`,
  ];
  return (
    <article className={styles.sheet}>
      <h1 className={styles.title} dir="auto">
        {deal.name}
      </h1>
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Name</th>
            <th scope="col">Document</th>
            <th scope="col">Signing</th>
            <th scope="col">Done</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.entry.uuid} row={row} people={people} />
          ))}
        </tbody>
      </table>
    </article>
  );
}

function Line({ row: { entry, number, depth }, people }: { row: ChecklistRow; people: People }) {
  const { kind, item, task } = entry;
  const due = task?.dueDate ? `Due ${formatDate(task.dueDate)}` : '';
  const assignee = task?.assignee ? people.get(task.assignee) : undefined;
  return (
    <tr className={classNames(kind === 'header' && styles.header)}>
      <td>{number}</td>
      <td style={{ paddingInlineStart: `${(depth - 1) * 5}mm` }}>
        <bdi>{entry.name}</bdi>
      </td>
      <td>{documentWords(entry)?.text ?? due}</td>
      <td>{signingWords(entry)?.text ?? assignee}</td>
      <td>{item || task ? (isDone(entry) ? '☑' : '☐') : ''}</td>
    </tr>
  );
}
