import { expect, it } from 'vitest';
import { newUuid } from '../../uuid.ts';
import { createNoteDefinition } from '../checklist/create-note.ts';

const note = { transaction: newUuid(), uuid: newUuid(), note: 'Ask the notary.' };

it('names the row that a new row belongs to, so that both are rejected together', () => {
  const element = newUuid();
  expect(createNoteDefinition.refersTo({ ...note, element })).toEqual([note.uuid, element]);
});

it('names only the new row if it belongs to the deal', () => {
  expect(createNoteDefinition.refersTo({ ...note, element: null })).toEqual([note.uuid]);
});
