import { useState, type FormEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
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
import { ACTS, FIELDS } from './fields-copy.ts';
import styles from './fields-screen.module.css';
import {
  createRow,
  deleteRow,
  moveRow,
  updateRow,
} from '../../../db/commands/collections/standard-commands.ts';

const KEY_MAX = 100;

const drafts = createFormDrafts<string>();

/** The custom fields of a deal. Its Word documents refer to them as `{{name}}`. */
export function FieldsScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const read = useLiveQuery(() => dealFields(db, transaction), [db, transaction]);
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const [announcement, announce] = useState('');
  if (!read) return null;
  const { fields, missing } = read;
  const add = (key: string) =>
    act(ACTS.add(key), createRow(db, 'customKeys', { transaction, uuid: newUuid(), key }));
  const rename = ({ row }: Field, key: string) =>
    act(ACTS.rename(row.key), updateRow(db, 'customKeys', { transaction, uuid: row.uuid, edits: { key } }));
  const remove = ({ row }: Field) => {
    act(
      ACTS.delete(row.key),
      deleteRow(db, 'customKeys', { transaction, uuid: row.uuid }),
      ACTS.deleted(row.key),
    );
  };
  const move = (at: number, to: number) => {
    const field = fields[at];
    if (!field || !fields[to]) return;
    const behind = to > at ? fields[to] : fields[to - 1];
    const { uuid, key } = field.row;
    const after = behind?.row.uuid ?? null;
    act(ACTS.move(key), moveRow(db, 'customKeys', { transaction, uuid, after }));
    announce(FIELDS.moved(key, to + 1, fields.length));
  };
  return (
    <section className={styles.screen} aria-label={FIELDS.name}>
      <p className={styles.lead}>
        {FIELDS.intro} <code>{FIELDS.introExample}</code>. {FIELDS.introMissing}
      </p>
      {mayEdit ? (
        <NewField transaction={transaction} taken={fields.map(({ row }) => row.key)} onAdd={add} />
      ) : null}
      {fields.length === 0 ? <p className={styles.none}>{FIELDS.none}</p> : null}
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
        <section aria-label={FIELDS.missingTitle}>
          <h2 className={styles.title}>{FIELDS.missingTitle}</h2>
          <ul>
            {missing.map(({ key, usedBy }) => (
              <li key={key} className={styles.absent}>
                <code>{`{{${key}}}`}</code>
                <span className={styles.used}>{usage(usedBy)}</span>
                {mayEdit ? <Button onClick={() => add(key)}>{FIELDS.addMissing}</Button> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p role="status" className={hidden.hidden}>
        {announcement}
      </p>
    </section>
  );
}

interface FieldLineProps {
  field: Field;
  /** Names of the deal's other fields. */
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
        <span className={styles.used}>{usage(usedBy)}</span>
      </li>
    );
  }
  return (
    <li className={styles.field}>
      <DraftField
        label={FIELDS.nameOf(row.key)}
        hiddenLabel
        value={row.key}
        maxLength={KEY_MAX}
        problem={(text) => problemOf(text, others)}
        onCommit={onRename}
      />
      <span className={styles.used}>{usage(usedBy)}</span>
      <span className={styles.actions}>
        <IconButton label={FIELDS.moveUp(row.key)} onClick={() => onUp?.()} disabled={onUp === null}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton label={FIELDS.moveDown(row.key)} onClick={() => onDown?.()} disabled={onDown === null}>
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={FIELDS.delete(row.key)} onClick={onDelete}>
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
  const [text, setText] = useDraftState(drafts, transaction, '');
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
        label={FIELDS.newField}
        className={styles.new}
        value={text}
        maxLength={KEY_MAX}
        autoComplete="off"
        placeholder={FIELDS.newExample}
        aria-invalid={problem !== null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" icon={<Plus aria-hidden="true" />} disabled={key === ''}>
        {FIELDS.add}
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
  if (/[{}]/.test(key)) return FIELDS.noBraces;
  const twin = taken.find((other) => isSameKey(key, other));
  return twin === undefined ? null : FIELDS.taken(twin);
}

function usage(usedBy: readonly ItemRow[]): string {
  const [first, ...others] = usedBy;
  return first ? FIELDS.usedBy(first.name, others.length) : FIELDS.unused;
}
