import { useState, type FormEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { createCustomKey } from '../../../db/commands/checklist/create-custom-key.ts';
import { deleteCustomKey } from '../../../db/commands/checklist/delete-custom-key.ts';
import { moveCustomKey } from '../../../db/commands/checklist/move-custom-key.ts';
import { renameCustomKey } from '../../../db/commands/checklist/rename-custom-key.ts';
import { dealFields, type Field } from '../../../db/queries/transactions/fields.ts';
import type { ItemRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { isSameKey } from '../../../contract/rules/documents/variables.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { DraftField } from '../../ui/form/draft-field.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { canBeRestored } from '../../lib/format/restore-copy.ts';
import styles from './fields-screen.module.css';

const KEY_MAX = 100;

const begun = createFormDrafts<string>();

/** The fields of a deal, which its Word documents name as `{{name}}`. */
export function FieldsScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const read = useLiveQuery(() => dealFields(db, transaction), [db, transaction]);
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const [said, setSaid] = useState('');
  if (!read) return null;
  const { fields, missing } = read;
  const add = (key: string) =>
    act(`Add the field “${key}”`, createCustomKey(db, { transaction, uuid: newUuid(), key }));
  const rename = ({ row }: Field, key: string) =>
    act(`Rename the field “${row.key}”`, renameCustomKey(db, { transaction, uuid: row.uuid, key }));
  const remove = ({ row }: Field) => {
    const label = `Delete the field “${row.key}”`;
    act(
      label,
      deleteCustomKey(db, { transaction, uuid: row.uuid }),
      `Deleted the field “${row.key}”. ${canBeRestored(1)}`,
    );
  };
  const move = (at: number, to: number) => {
    const field = fields[at];
    if (!field || !fields[to]) return;
    const behind = to > at ? fields[to] : fields[to - 1];
    const { uuid, key } = field.row;
    const after = behind?.row.uuid ?? null;
    act(`Move the field “${key}”`, moveCustomKey(db, { transaction, uuid, after }));
    setSaid(`${key} is number ${to + 1} of ${fields.length} now`);
  };
  return (
    <section className={styles.screen} aria-label="Custom fields">
      <p className={styles.lead}>
        In Word documents, put field names in double braces, such as <code>{'{{Company}}'}</code>. Names that
        documents use but this list does not have are shown below.
      </p>
      {mayEdit ? (
        <NewField transaction={transaction} taken={fields.map(({ row }) => row.key)} onAdd={add} />
      ) : null}
      {fields.length === 0 ? <p className={styles.none}>This transaction has no fields yet.</p> : null}
      <ol>
        {fields.map((field, at) => (
          <FieldLine
            key={field.row.uuid}
            field={field}
            others={fields.filter((other) => other !== field).map(({ row }) => row.key)}
            onRename={(key) => rename(field, key)}
            onDelete={() => remove(field)}
            onUp={at > 0 ? () => move(at, at - 1) : null}
            onDown={at < fields.length - 1 ? () => move(at, at + 1) : null}
          />
        ))}
      </ol>
      {missing.length > 0 ? (
        <section aria-label="Used in documents but not listed">
          <h2 className={styles.title}>Used in documents but not listed</h2>
          <ul>
            {missing.map(({ key, usedBy }) => (
              <li key={key} className={styles.absent}>
                <code>{`{{${key}}}`}</code>
                <span className={styles.used}>{usedInWords(usedBy)}</span>
                {mayEdit ? <Button onClick={() => add(key)}>Add the field</Button> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p role="status" className={hidden.hidden}>
        {said}
      </p>
    </section>
  );
}

interface FieldLineProps {
  field: Field;
  /** What the deal's other fields are called. */
  others: readonly string[];
  onRename: (key: string) => void;
  onDelete: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

function FieldLine({ field, others, onRename, onDelete, onUp, onDown }: FieldLineProps) {
  const { row, usedBy } = field;
  const mayEdit = useMayEdit();
  if (!mayEdit) {
    return (
      <li className={styles.field}>
        <code>{`{{${row.key}}}`}</code>
        <span className={styles.used}>{usedInWords(usedBy)}</span>
      </li>
    );
  }
  return (
    <li className={styles.field}>
      <DraftField
        label={`Name of ${row.key}`}
        hiddenLabel
        value={row.key}
        maxLength={KEY_MAX}
        problem={(text) => problemOf(text, others)}
        onCommit={onRename}
      />
      <span className={styles.used}>{usedInWords(usedBy)}</span>
      <span className={styles.actions}>
        <IconButton label={`Move ${row.key} up`} onClick={() => onUp?.()} disabled={onUp === null}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${row.key} down`} onClick={() => onDown?.()} disabled={onDown === null}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={`Delete ${row.key}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

interface NewFieldProps {
  transaction: string;
  taken: readonly string[];
  onAdd: (key: string) => void;
}

function NewField({ transaction, taken, onAdd }: NewFieldProps) {
  const [text, setText] = useDraftState(begun, transaction, '');
  const key = text.trim();
  const problem = problemOf(key, taken);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (key === '' || problem !== null) return;
    onAdd(key);
    setText('');
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <FormField
        label="New field"
        className={styles.new}
        value={text}
        maxLength={KEY_MAX}
        autoComplete="off"
        placeholder="Company"
        aria-invalid={problem !== null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" icon={<Plus aria-hidden="true" />} disabled={key === ''}>
        Add field
      </Button>
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}

function problemOf(key: string, taken: readonly string[]): string | null {
  if (/[{}]/.test(key)) return 'The name of a field may not have braces in it.';
  const twin = taken.find((other) => isSameKey(key, other));
  return twin === undefined ? null : `This transaction has a field “${twin}” already.`;
}

function usedInWords(usedBy: readonly ItemRow[]): string {
  const [first, ...others] = usedBy;
  if (!first) return 'Not in any name';
  return others.length === 0 ? `In “${first.name}”` : `In “${first.name}” and ${others.length} more`;
}
