import { useMemo, useState, type FormEvent } from 'react';
import {
  readChecklistRows,
  type ImportColumns,
} from '../../../../contract/rules/checklist/checklist-import.ts';
import { accountOnDevice, mirrorOf } from '../../../../db/queries/account/accounts.ts';
import { importChecklist } from '../../../../db/commands/checklist/import-checklist.ts';
import { commitFailure } from '../../../../db/commands/tray/commit-failure.ts';
import { useBrowserOnline } from '../../../lib/device/connectivity.ts';
import { isSignInDue } from '../../../session/offline-work.ts';
import { trackCreated } from '../../../transaction/track-created.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/form/select.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { PREVIEW } from './import-copy.ts';
import styles from './import.module.css';

export interface ReadTable {
  /** Null if the first row has no headings. */
  head: string[] | null;
  rows: string[][];
  columns: ImportColumns;
  /** The suggested name of the deal. */
  name: string;
}

const NAME_MAX = 350;

/** The most problems to show. If there are more, the wrong column is probably chosen. */
const PROBLEMS_SHOWN = 20;

const ROLES = ['place', 'name', 'kind'] as const satisfies readonly (keyof ImportColumns)[];

interface ImportPreviewProps {
  table: ReadTable;
  onColumns: (columns: ImportColumns) => void;
  onAgain: () => void;
  onMade: (deal: string) => void;
}

/** The choice of columns, the problems, and the preview of the checklist to create. */
export function ImportPreview({ table, onColumns, onAgain, onMade }: ImportPreviewProps) {
  const online = useBrowserOnline();
  const { head, rows, columns } = table;
  const { lines, problems } = useMemo(() => readChecklistRows(rows, columns, head), [rows, columns, head]);
  const [making, setMaking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = columns.name !== null && problems.length === 0 && lines.length > 0;
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    if (making || !isReady || typeof name !== 'string' || name.trim() === '') return;
    setMaking(true);
    setFailure(null);
    try {
      const account = await accountOnDevice();
      if (account === null || isSignInDue(account, online)) {
        setFailure(PREVIEW.signIn);
        setMaking(false);
        return;
      }
      const deal = await importChecklist(mirrorOf(account), name.trim(), lines);
      trackCreated(deal, name);
      onMade(deal);
    } catch (error) {
      reportError(error);
      setFailure(commitFailure(error));
      setMaking(false);
    }
  };
  return (
    <>
      <Section title={PREVIEW.columnsTitle} hint={PREVIEW.columnsHint}>
        <div className={styles.columns}>
          {ROLES.map((role) => (
            <SelectField
              key={role}
              label={PREVIEW.columns[role]}
              options={optionsOf(table)}
              value={String(columns[role] ?? '-')}
              onChoose={(chosen) => onColumns({ ...columns, [role]: chosen === '-' ? null : Number(chosen) })}
            />
          ))}
        </div>
      </Section>
      {problems.length > 0 ? (
        <Section title={PREVIEW.problemsTitle} hint={PREVIEW.problemsHint}>
          <ul role="alert" className={styles.problems}>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ row, problem }) => (
              <li key={`${row} ${problem}`}>{PREVIEW.problem(row, problem)}</li>
            ))}
            {problems.length > PROBLEMS_SHOWN ? (
              <li>{PREVIEW.more(problems.length - PROBLEMS_SHOWN)}</li>
            ) : null}
          </ul>
        </Section>
      ) : null}
      <Section title={PREVIEW.dealTitle} hint={PREVIEW.lines(lines.length)}>
        <form className={styles.source} onSubmit={make}>
          <FormField
            label={PREVIEW.name}
            name="name"
            required
            maxLength={NAME_MAX}
            defaultValue={table.name}
          />
          {failure === null ? null : (
            <Callout tone="danger" role="alert">
              {failure}
            </Callout>
          )}
          <div className={styles.columns}>
            <Button type="submit" look="primary" disabled={!isReady} aria-disabled={making}>
              {making ? PREVIEW.creating : PREVIEW.create}
            </Button>
            <Button onClick={onAgain}>{PREVIEW.again}</Button>
          </div>
        </form>
        <ol className={styles.lines} aria-label={PREVIEW.list}>
          {lines.map(({ row, depth, kind, name }) => (
            <li key={row} style={{ paddingInlineStart: `${depth * 1.5}rem` }}>
              <span className={styles.kind}>{PREVIEW.kinds[kind]}</span> {name}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function optionsOf({ head, rows }: ReadTable): [string, string][] {
  const width = Math.max(head?.length ?? 0, ...rows.slice(0, 50).map((cells) => cells.length));
  const named = Array.from({ length: width }, (_, index): [string, string] => [
    String(index),
    head?.[index]?.trim() || PREVIEW.column(index + 1),
  ]);
  return [['-', PREVIEW.noColumn], ...named];
}
