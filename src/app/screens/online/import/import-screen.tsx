import { useEffect, useState, type DragEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import {
  columnsByHeadings,
  type ImportColumns,
} from '../../../../contract/rules/checklist/checklist-import.ts';
import { Button } from '../../../ui/button.tsx';
import finger from '../../../ui/touch-target.module.css';
import { TextAreaField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Page, PageTitle } from '../../../ui/layout/page.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { ImportPreview } from './import-preview.tsx';
import { rowsOfFile, rowsOfText, UnreadableError, workbookReader } from './read-rows.ts';
import styles from './import.module.css';

export interface ReadTable {
  /** Null = the first row has no headings. */
  head: string[] | null;
  rows: string[][];
  columns: ImportColumns;
  /** What the deal may be called. */
  name: string;
}

/**
 * Makes a deal of a checklist that is kept in a table elsewhere. Nobody is asked who they are before the deal is made (docs/product/sign-in.md, "Pages without a session").
 */
export function ImportScreen() {
  const navigate = useNavigate();
  const [table, setTable] = useState<ReadTable | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => void workbookReader().catch(() => undefined), []);
  const read = async (take: () => string[][] | Promise<string[][]>, name: string) => {
    setProblem(null);
    try {
      setTable(tableOf(await take(), name));
    } catch (error) {
      if (!(error instanceof UnreadableError)) reportError(error);
      setProblem(error instanceof UnreadableError ? error.message : 'It could not be read.');
    }
  };
  const readFile = (file: File | undefined) => {
    if (file) void read(async () => rowsOfFile(file), file.name.replace(/\.[^.]*$/, ''));
  };
  return (
    <Page>
      <Link to="/" className={finger.reach}>
        All transactions
      </Link>
      <PageTitle>A transaction from a checklist</PageTitle>
      {table ? (
        <ImportPreview
          table={table}
          onColumns={(columns) => setTable({ ...table, columns })}
          onAgain={() => setTable(null)}
          onMade={(deal) => void navigate(`/transaction/${deal}/checklist`)}
        />
      ) : (
        <Source
          problem={problem}
          onFile={readFile}
          onText={(text) => void read(() => rowsOfText(text), '')}
        />
      )}
    </Page>
  );
}

interface SourceProps {
  problem: string | null;
  onFile: (file: File | undefined) => void;
  onText: (text: string) => void;
}

function Source({ problem, onFile, onText }: SourceProps) {
  const [text, setText] = useState('');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <Section
      title="Where it is kept"
      hint="A column of names, and where there are such, one of numbers or levels and one of kinds: header, document, task. It is read on this device."
    >
      <div className={styles.source} onDrop={drop}>
        <label className={styles.file}>
          A CSV file or an .xlsx workbook; choose it, or drop it here
          <input
            type="file"
            accept=".csv,.xlsx"
            onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
          />
        </label>
        <TextAreaField
          label="Or paste the rows, from a spreadsheet or as CSV"
          rows={8}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {problem === null ? null : (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <div>
          <Button look="primary" disabled={text.trim() === ''} onClick={() => onText(text)}>
            Read what I pasted
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** Without headings the names are in the second of several columns, behind the numbers. */
function tableOf(all: string[][], name: string): ReadTable {
  const first = all.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  const [head = [], ...rest] = all.slice(first);
  const columns = columnsByHeadings(head);
  if (columns) return { head, rows: rest, columns, name };
  const several = head.length > 1;
  return {
    head: null,
    rows: [head, ...rest],
    columns: { place: several ? 0 : null, name: several ? 1 : 0, kind: head.length > 2 ? 2 : null },
    name,
  };
}
