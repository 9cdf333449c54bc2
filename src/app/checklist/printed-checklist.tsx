import { createPortal } from 'react-dom';
import type { NumberingFormat } from '../../contract/rules/checklist/numbering.ts';
import {
  signaturesOfItem,
  type DealSignatures,
  type ItemSignatures,
} from '../../db/queries/signing/assignments/item-signing.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { checklistRows, type ChecklistRow } from '../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import type { People } from '../details/people.ts';
import { classNames } from '../ui/class-names.ts';
import { usePrinting } from '../lib/device/use-printing.ts';
import { formatDate, formatTime, isoDay } from '../lib/format/dates.ts';
import { COLUMNS, PRINT } from './checklist-copy.ts';
import { documentState, isDone, signingState } from './row/row-facts.ts';
import styles from './printed-checklist.module.css';

interface PrintedChecklistProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  format: NumberingFormat;
  people: People;
  /** Whether the viewer covers the checklist. The user then wants to print the document. */
  /** Signature pages and their statuses, by item. */
  signatures: DealSignatures;
  covered: boolean;
}

/** The whole checklist for printing, in place of the page. It exists only while the browser prints, because it may have thousands of rows. */
export function PrintedChecklist({ covered, ...props }: PrintedChecklistProps) {
  const printedAt = usePrinting(!covered);
  return printedAt === null ? null : createPortal(<Sheet {...props} printedAt={printedAt} />, document.body);
}

function Sheet({
  deal,
  snapshot,
  format,
  people,
  signatures,
  printedAt,
}: Omit<PrintedChecklistProps, 'covered'> & { printedAt: Date }) {
  const rows = checklistRows(snapshot, { collapsed: new Set(), format });
  const { clientName, matterNumber, closingDate } = deal;
  const facts = [
    clientName,
    matterNumber && PRINT.matter(matterNumber),
    closingDate !== null && PRINT.closing(formatDate(closingDate)),
    PRINT.printed(formatDate(isoDay(printedAt)), formatTime(printedAt.toISOString())),
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
            {Object.entries(COLUMNS).map(([column, title]) => (
              <th key={column} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.entry.uuid}
              row={row}
              people={people}
              signatures={signaturesOfItem(signatures, row.entry.item)}
            />
          ))}
        </tbody>
      </table>
    </article>
  );
}

interface LineProps {
  row: ChecklistRow;
  people: People;
  signatures: ItemSignatures | undefined;
}

function Line({ row: { entry, number, depth }, people, signatures }: LineProps) {
  const { kind, item, task } = entry;
  const due = task?.dueDate ? PRINT.due(formatDate(task.dueDate)) : '';
  const assignee = task?.assignee ? people.get(task.assignee) : undefined;
  return (
    <tr className={classNames(kind === 'header' && styles.header)}>
      <td>{number}</td>
      <td style={{ paddingInlineStart: `${(depth - 1) * 5}mm` }}>
        <bdi>{entry.name}</bdi>
      </td>
      <td>{documentState(entry)?.text ?? due}</td>
      <td>{signingState(entry, signatures)?.text ?? assignee}</td>
      <td>{item || task ? (isDone(entry) ? '☑' : '☐') : ''}</td>
    </tr>
  );
}
