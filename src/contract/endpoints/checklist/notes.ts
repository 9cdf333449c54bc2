import { noteCollection } from '../../collections/notes.ts';
import { newNoteSchema, noteSchema } from '../../entities/checklist/note.ts';
import { createEndpoint, listEndpoint } from '../collection-endpoints.ts';

export const notes = {
  list: listEndpoint(noteCollection, noteSchema),
  create: createEndpoint(noteCollection, { input: newNoteSchema, row: noteSchema }),
};
