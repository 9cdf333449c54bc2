import { useMemo, useState, type FormEvent } from 'react';
import {
  readChecklistRows,
  type ImportColumns,
  type ImportKind,
} from '../../../../contract/rules/checklist/checklist-import.ts';
import { accountOnDevice, mirrorOf } from '../../../../db/queries/account/accounts.ts';
import { importChecklist } from '../../../../db/commands/checklist/import-checklist.ts';
import { commitFailure } from '../../../../db/commands/tray/commit-failure.ts';
import { counted } from '../../../lib/format/numbers.ts';
import { useBrowserOnline } from '../../../lib/device/connectivity.ts';
import { isSignInDue } from '../../../session/offline-work.ts';
import { trackCreated } from '../../../transaction/track-created.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/form/select.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import type { ReadTable } from './import-screen.tsx';
import styles from './import.module.css';

const NAME_MAX = 350;

/** So many problems are listed; who has more has chosen a wrong column. */
const PROBLEMS_SHOWN = 20;

const SIGN_IN = 'Sign in first, in another tab: what you read stays here. Then open the transaction.';

const KIND_WORDS: Record<ImportKind, string> = { header: 'Header', document: 'Document', task: 'Task' };

const ROLES = [
  ['place', 'Number or level'],
  ['name', 'Name'],
  ['kind', 'Kind'],
] as const satisfies readonly (readonly [keyof ImportColumns, string])[];

interface ImportPreviewProps {
  table: ReadTable;
  onColumns: (columns: ImportColumns) => void;
  onAgain: () => void;
  onMade: (deal: string) => void;
}

/** What will be made, by the columns that are chosen, and what stands in the way. */
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
        setFailure(SIGN_IN);
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
      <Section title="What the columns say" hint="Change it where the checklist below is not yours.">
        <div className={styles.columns}>
          {ROLES.map(([role, words]) => (
            <SelectField
              key={role}
              label={words}
              options={optionsOf(table)}
              value={String(columns[role] ?? '-')}
              onChoose={(chosen) => onColumns({ ...columns, [role]: chosen === '-' ? null : Number(chosen) })}
            />
          ))}
        </div>
      </Section>
      {problems.length > 0 ? (
        <Section
          title="What stands in the way"
          hint="Mend it where the checklist is kept, then read it again."
        >
          <ul role="alert" className={styles.problems}>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ row, problem }) => (
              <li key={`${row} ${problem}`}>
                Row {row}: {problem}
              </li>
            ))}
            {problems.length > PROBLEMS_SHOWN ? <li>And {problems.length - PROBLEMS_SHOWN} more.</li> : null}
          </ul>
        </Section>
      ) : null}
      <Section title="The transaction" hint={counted(lines.length, 'line', 'lines')}>
        <form className={styles.source} onSubmit={make}>
          <FormField label="Name" name="name" required maxLength={NAME_MAX} defaultValue={table.name} />
          {failure === null ? null : (
            <Callout tone="danger" role="alert">
              {failure}
            </Callout>
          )}
          <div className={styles.columns}>
            <Button type="submit" look="primary" disabled={!isReady} aria-disabled={making}>
              {making ? 'Opening it…' : 'Open the transaction'}
            </Button>
            <Button onClick={onAgain}>Read another checklist</Button>
          </div>
        </form>
        <ol className={styles.lines} aria-label="Preview">
          {lines.map(({ row, depth, kind, name }) => (
            <li key={row} style={{ paddingInlineStart: `${depth * 1.5}rem` }}>
              <span className={styles.kind}>{KIND_WORDS[kind]}</span> {name}
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
    head?.[index]?.trim() || `Column ${index + 1}`,
  ]);
  return [['-', 'None'], ...named];
}
