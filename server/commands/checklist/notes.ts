import type * as z from 'zod';
import { noteCollection } from '../../../src/contract/collections/notes.ts';
import type { newNoteSchema } from '../../../src/contract/entities/checklist/note.ts';
import { elementById } from '../../store/deals/elements.ts';
import { createRow } from '../standard/create-rows.ts';

/** Adds a note to a checklist row or to the deal. */
export const createNote = createRow(
  noteCollection,
  async (born, { note, element = null }: z.output<typeof newNoteSchema>, { tx, deal }) => {
    if (element !== null) await elementById(tx, deal.uuid, element);
    return { ...born, note, element };
  },
);
