import type { Note } from '../../src/contract/entities/checklist/note.ts';
import type { NoteRow } from '../store/tables.ts';
import { instant, presentRow } from './present-row.ts';

export function presentNote(row: NoteRow): Note {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    element: row.element,
    note: row.note,
    created_at: instant(row.created_at),
    created_by: row.created_by,
    ...presentRow(row),
  };
}
