import { expect, it } from 'vitest';
import { newUuid } from '../../uuid.ts';
import { STANDARD } from './standard-commands.ts';

const note = { transaction: newUuid(), uuid: newUuid(), note: 'Ask the notary.' };

it('names the row that a new row belongs to, so that both are rejected together', () => {
  const element = newUuid();
  expect(STANDARD.notes.create.refersTo({ ...note, element })).toEqual([note.uuid, element]);
});

it('names only the new row if it belongs to the deal', () => {
  expect(STANDARD.notes.create.refersTo({ ...note, element: null })).toEqual([note.uuid]);
});
