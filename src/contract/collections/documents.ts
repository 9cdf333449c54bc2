import type { Document } from '../entities/documents/document.ts';
import { defineCollection } from './collection.ts';

export const documentCollection = defineCollection<Document>()({
  name: 'documents',
  wire: 'documents',
  path: '/transactions/document',
  command: 'document',
  nouns: { one: 'file', many: 'files' },
  subject: 'document',
  topic: 'files',
  page: 'documents/{id}',
  restorable: 'document',
  title: 'name',
  fields: ['name', 'signing_type'],
  parents: [{ field: 'item_id', collection: 'items', together: false }],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: ['itemId'],
  form: 1,
});
