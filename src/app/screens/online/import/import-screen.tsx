import { useEffect, useState, type DragEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { columnsByHeadings } from '../../../../contract/rules/checklist/checklist-import.ts';
import { rowsOfFile, rowsOfText, UnreadableError, workbookReader } from '../../../lib/tables/read-table.ts';
import { TABLES } from '../../../lib/tables/tables-copy.ts';
import { Button } from '../../../ui/button.tsx';
import finger from '../../../ui/touch-target.module.css';
import { TextAreaField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Page, PageTitle } from '../../../ui/layout/page.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { IMPORT, SOURCE } from './import-copy.ts';
import { ImportPreview, type ReadTable } from './import-preview.tsx';
import styles from './import.module.css';

/** Creates a deal from a checklist in a table. It asks for a session only at the end (docs/product/sign-in.md, "Pages without a session"). */
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
      setProblem(error instanceof UnreadableError ? error.message : TABLES.unreadable);
    }
  };
  const readFile = (file: File | undefined) => {
    if (file) void read(async () => rowsOfFile(file), file.name.replace(/\.[^.]*$/, ''));
  };
  return (
    <Page>
      <Link to="/" className={finger.reach}>
        {IMPORT.back}
      </Link>
      <PageTitle>{IMPORT.title}</PageTitle>
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
    <Section title={SOURCE.title} hint={SOURCE.hint}>
      <div className={styles.source} onDrop={drop}>
        <label className={styles.file}>
          {SOURCE.file}
          <input
            type="file"
            accept=".csv,.xlsx"
            onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
          />
        </label>
        <TextAreaField
          label={SOURCE.paste}
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
            {SOURCE.read}
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** Without headings, the first column has the numbers and the second the names, if there are several columns. */
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
