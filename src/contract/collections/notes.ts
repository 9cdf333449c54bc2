import type { Note } from '../entities/checklist/note.ts';
import { defineCollection } from './collection.ts';

export const noteCollection = defineCollection<Note>()({
  name: 'notes',
  wire: 'notes',
  path: '/transactions/note',
  command: 'note',
  nouns: { one: 'note', many: 'notes' },
  subject: 'note',
  topic: 'tasks',
  page: null,
  restorable: null,
  title: 'note',
  fields: [],
  parents: [{ field: 'element', collection: 'elements', together: false }],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['create'],
  standardOnServer: true,
  indexes: [],
  form: 1,
});
