import { useState, type FormEvent, type KeyboardEvent } from 'react';
import type { NoteRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/form/form-field.tsx';
import { createFormDrafts } from '../lib/form/form-drafts.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { NOTES } from './details-copy.ts';
import { nameOf, type People } from './people.ts';
import styles from './notes.module.css';
import { createRow } from '../../db/commands/collections/standard-commands.ts';

const NOTE_MAX = 10_000;

/** Notes that the user has typed but not added. They survive a look at another row. */
const drafts = createFormDrafts<string>();

interface NotesProps {
  transaction: string;
  /** The row of the checklist; null = the deal. */
  element: string | null;
  notes: readonly NoteRow[];
  people: People;
}

/** The notes on a row of the checklist or on the deal, and a field for a new one. */
export function Notes({ transaction, element, notes, people }: NotesProps) {
  const db = useMirror();
  const mayEdit = useMayEdit();
  const draftKey = `${db.userId}/${element ?? transaction}`;
  const [text, setFieldText] = useState(drafts.get(draftKey) ?? '');
  const setText = (typed: string) => {
    setFieldText(typed);
    if (typed === '') drafts.delete(draftKey);
    else drafts.set(draftKey, typed);
  };
  const add = () => {
    const note = text.trim();
    if (note === '') return;
    setText('');
    const addOrPutBack = async () => {
      try {
        await createRow(db, 'notes', { transaction, uuid: newUuid(), element, note });
      } catch (error) {
        setText(note);
        throw error;
      }
    };
    runCommand(addOrPutBack());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    add();
  };
  return (
    <section className={styles.notes} aria-label={NOTES.title}>
      <h3 className={styles.title}>{NOTES.title}</h3>
      {notes.length === 0 ? <p className={styles.none}>{NOTES.none}</p> : null}
      <ul className={styles.list}>
        {notes.map(({ uuid, note, createdBy, createdAt }) => (
          <li key={uuid} className={styles.note}>
            <p className={styles.by}>
              <strong>{nameOf(people, createdBy)}</strong>{' '}
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            </p>
            <p className={styles.text}>{note}</p>
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <form className={styles.form} onSubmit={onSubmit}>
          <TextArea
            aria-label={NOTES.newNote}
            placeholder={NOTES.write}
            maxLength={NOTE_MAX}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button type="submit" disabled={text.trim() === ''}>
            {NOTES.add}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
