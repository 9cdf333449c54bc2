import { useState } from 'react';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { mergeWords, PREVIEW, summaryWords } from './add-many-copy.ts';
import type { ReadList } from './list-source.tsx';
import { ListTable } from './list-table.tsx';
import type { MergeQuestion } from './add-many-copy.ts';
import type { ListKey } from './recognize-columns.ts';
import type { PlannedList } from './use-list-plan.ts';
import styles from './add-many.module.css';

interface ListPreviewProps {
  list: ReadList;
  planned: PlannedList;
  keys: readonly ListKey[];
}

/** The preview of a list: its columns, its rows with their errors, and people who may be the same person. */
export function ListPreview({ list, planned, keys }: ListPreviewProps) {
  const { plan, totals, headings, hasNames } = planned;
  const [which, setWhich] = useState<'all' | 'check'>('all');
  const toCheck = plan.rows.filter(({ line }) => line.errors.length + line.notes.length > 0);
  const summary = summaryWords(totals);
  return (
    <div className={styles.preview}>
      <p role="status" className={styles.summary}>
        {summary === '' ? PREVIEW.nothing : summary}
      </p>
      {hasNames ? null : (
        <Callout tone="warning" role="alert">
          {PREVIEW.missing}
        </Callout>
      )}
      {plan.questions.length > 0 ? (
        <Duplicates questions={plan.questions} onMerge={planned.setMerge} />
      ) : null}
      <div className={styles.controls}>
        <CheckboxField
          checked={headings !== null}
          onChange={({ currentTarget }) => planned.setHeadings(currentTarget.checked)}
        >
          {PREVIEW.hasHeadings}
        </CheckboxField>
        {toCheck.length > 0 ? (
          <SelectField
            label={PREVIEW.show}
            options={[
              ['all', PREVIEW.all(plan.rows.length)],
              ['check', PREVIEW.check(toCheck.length)],
            ]}
            value={which}
            onChoose={setWhich}
          />
        ) : null}
      </div>
      <p className={styles.hint}>{PREVIEW.columns}</p>
      <ListTable
        rows={which === 'all' || toCheck.length === 0 ? plan.rows : toCheck}
        cellsOf={(row) => list.rows[row - 1] ?? []}
        planned={planned}
        keys={keys}
      />
    </div>
  );
}

interface DuplicatesProps {
  questions: readonly MergeQuestion[];
  onMerge: (row: number, isMerged: boolean) => void;
}

function Duplicates({ questions, onMerge }: DuplicatesProps) {
  return (
    <fieldset className={styles.duplicates}>
      <legend className={styles.legend}>{PREVIEW.duplicates(questions.length)}</legend>
      <p className={styles.hint}>{PREVIEW.duplicatesHint}</p>
      {questions.map((question) => (
        <CheckboxField
          key={question.row}
          checked={question.isMerged}
          onChange={({ currentTarget }) => onMerge(question.row, currentTarget.checked)}
        >
          {mergeWords(question)}
        </CheckboxField>
      ))}
    </fieldset>
  );
}
