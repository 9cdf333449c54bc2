import type { Note } from '../entities/note.ts';
import { defineCollection } from './collection.ts';

export const noteCollection = defineCollection<Note>()({
  name: 'notes',
  wire: 'notes',
  path: '/transactions/note',
  command: 'note',
  nouns: { one: 'note', many: 'notes' },
  subject: 'note',
  restorable: null,
  title: 'note',
  fields: [],
  parent: { field: 'element', collection: 'elements' },
  placeFields: [],
  ordered: false,
  indexes: [],
  form: 1,
});
