import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { createNote } from '../../db/commands/checklist/create-note.ts';
import type { NoteRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/form/form-field.tsx';
import { createFormDrafts } from '../lib/form/form-drafts.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import type { People } from './people.ts';
import styles from './notes.module.css';

const NOTE_MAX = 10_000;

/** Notes that were begun and not added: another row may be looked at meanwhile. */
const begun = createFormDrafts<string>();

interface NotesProps {
  transaction: string;
  /** The line of the checklist; null = the deal. */
  element: string | null;
  notes: readonly NoteRow[];
  people: People;
}

/** What has been written beside a line of the checklist, and room to write more. */
export function Notes({ transaction, element, notes, people }: NotesProps) {
  const db = useMirror();
  const mayEdit = useMayEdit();
  const about = `${db.userId}/${element ?? transaction}`;
  const [text, setShown] = useState(begun.get(about) ?? '');
  const setText = (typed: string) => {
    setShown(typed);
    if (typed === '') begun.delete(about);
    else begun.set(about, typed);
  };
  const write = () => {
    const note = text.trim();
    if (note === '') return;
    setText('');
    const writeOrGiveBack = async () => {
      try {
        await createNote(db, { transaction, uuid: newUuid(), element, note });
      } catch (error) {
        setText(note);
        throw error;
      }
    };
    runCommand(writeOrGiveBack());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    write();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    write();
  };
  return (
    <section className={styles.notes} aria-label="Notes">
      <h3 className={styles.title}>Notes</h3>
      {notes.length === 0 ? <p className={styles.none}>Nobody has written anything here yet.</p> : null}
      <ul className={styles.list}>
        {notes.map(({ uuid, note, createdBy, createdAt }) => (
          <li key={uuid} className={styles.note}>
            <p className={styles.by}>
              <strong>{people.get(createdBy) ?? 'Somebody who has left'}</strong>{' '}
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            </p>
            <p className={styles.text}>{note}</p>
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <form className={styles.form} onSubmit={onSubmit}>
          <TextArea
            aria-label="New note"
            placeholder="Write a note"
            maxLength={NOTE_MAX}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button type="submit" disabled={text.trim() === ''}>
            Add note
          </Button>
        </form>
      ) : null}
    </section>
  );
}
