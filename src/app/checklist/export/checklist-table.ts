import type { NumberingFormat } from '../../../contract/rules/checklist/numbering.ts';
import type { Cell } from '../../../contract/rules/tables/sheet-xml.ts';
import type { WordTable } from '../../../contract/rules/tables/word-xml.ts';
import type { DocumentParties } from '../../../db/queries/signing/assignments/document-parties.ts';
import {
  signaturesOfItem,
  type DealSignatures,
} from '../../../db/queries/signing/assignments/item-signing.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { checklistRows, type ChecklistRow } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import type { People } from '../../details/people.ts';
import { formatDate, formatTime, isoDay } from '../../lib/format/dates.ts';
import type { Workbook } from '../../lib/tables/write-workbook.ts';
import { COLUMNS, DOWNLOAD, PRINT } from '../checklist-copy.ts';
import { documentState, isDone, signingState } from '../row/row-facts.ts';

/** Everything that the file shows. */
export interface ChecklistToExport {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  format: NumberingFormat;
  people: People;
  signatures: DealSignatures;
  parties: ReadonlyMap<string, DocumentParties>;
}

/** A line of the checklist as text. */
interface ExportedLine {
  isHeader: boolean;
  /** 0 = top level. */
  indent: number;
  number: string;
  name: string;
  parties: string;
  document: string;
  signing: string;
  assignee: string;
  /** `YYYY-MM-DD` */
  due: string | null;
  done: string;
}

/** The columns that stay in view: the number and the name. */
const FROZEN = 2;

/** Returns the checklist as a sheet, numbered as on the screen. */
export function checklistSheet(content: ChecklistToExport): Workbook {
  return {
    name: DOWNLOAD.sheet,
    frozenColumns: FROZEN,
    columns: [
      { head: COLUMNS.number, width: 10 },
      { head: COLUMNS.name, width: 56 },
      { head: DOWNLOAD.parties, width: 36 },
      { head: COLUMNS.document, width: 16 },
      { head: COLUMNS.signing, width: 28 },
      { head: DOWNLOAD.assignee, width: 20 },
      { head: DOWNLOAD.due, width: 12 },
      { head: COLUMNS.done, width: 8 },
    ],
    rows: linesOf(content).map(({ isHeader: bold, indent, due, ...line }): Cell[] => [
      { text: line.number, bold },
      { text: line.name, bold, indent },
      { text: line.parties },
      { text: line.document },
      { text: line.signing },
      { text: line.assignee },
      due === null ? null : { date: due },
      { text: line.done },
    ]),
  };
}

/** Returns the checklist as a table for a Word file. */
export function checklistWordTable(content: ChecklistToExport, now: Date): WordTable {
  const { name, clientName, matterNumber, closingDate } = content.deal;
  const facts = [
    clientName,
    matterNumber && PRINT.matter(matterNumber),
    closingDate !== null && PRINT.closing(formatDate(closingDate)),
    DOWNLOAD.made(formatDate(isoDay(now)), formatTime(now.toISOString())),
  ];
  return {
    title: DOWNLOAD.title(name),
    facts: facts.filter(Boolean).join(' · '),
    columns: [
      { head: COLUMNS.number, share: 7 },
      { head: COLUMNS.name, share: 32 },
      { head: DOWNLOAD.parties, share: 21 },
      { head: COLUMNS.document, share: 10 },
      { head: COLUMNS.signing, share: 14 },
      { head: DOWNLOAD.assignee, share: 10 },
      { head: COLUMNS.done, share: 6 },
    ],
    rows: linesOf(content).map(({ isHeader, indent, due, ...line }) => ({
      isHeader,
      cells: [
        { text: line.number },
        { text: line.name, indent },
        { text: line.parties },
        { text: line.document },
        { text: line.signing },
        { text: [line.assignee, due !== null && PRINT.due(formatDate(due))].filter(Boolean).join(', ') },
        { text: line.done },
      ],
    })),
  };
}

function linesOf({ snapshot, format, people, signatures, parties }: ChecklistToExport): ExportedLine[] {
  return checklistRows(snapshot, { collapsed: new Set(), format }).map((row) => {
    const { item } = row.entry;
    const signing = signingState(row.entry, signaturesOfItem(signatures, item))?.text ?? '';
    return lineOf(row, { people, signing, parties: parties.get(item?.uuid ?? '') });
  });
}

function lineOf(
  { entry, number, depth }: ChecklistRow,
  { people, signing, parties }: { people: People; signing: string; parties: DocumentParties | undefined },
): ExportedLine {
  const { kind, task } = entry;
  const progress = parties && DOWNLOAD.executed(parties.executed, parties.total);
  return {
    isHeader: kind === 'header',
    indent: depth - 1,
    number,
    name: entry.name,
    parties: parties?.names.join('; ') ?? '',
    document: documentState(entry)?.text ?? '',
    signing: [signing, progress].filter(Boolean).join(', '),
    assignee: task?.assignee ? (people.get(task.assignee) ?? '') : '',
    due: task?.dueDate ?? null,
    done: isDone(entry) ? DOWNLOAD.yes : '',
  };
}
