import * as z from 'zod';
import { newNoteSchema, noteSchema } from '../entities/note.ts';
import { byTransaction, endpoint } from './endpoint.ts';

const path = '/transactions/note';

export const notes = {
  list: endpoint
    .route({ method: 'GET', path, summary: "A deal's notes, the oldest first" })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(noteSchema)),
  create: endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: 'Write a note' })
    .meta({ policy: 'deal', idempotent: true })
    .input(newNoteSchema)
    .output(noteSchema),
};
