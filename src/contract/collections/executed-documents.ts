import type { ExecutedDocument } from '../entities/closing/executed-document.ts';
import { defineCollection } from './collection.ts';

export const executedDocumentCollection = defineCollection<ExecutedDocument>()({
  name: 'executedDocuments',
  wire: 'executed_documents',
  path: '/transactions/executed_document',
  command: 'executed-document',
  nouns: { one: 'returned file', many: 'returned files' },
  subject: 'executed_document',
  topic: 'signing',
  page: 'returned-pages',
  restorable: 'executed_document',
  title: 'name',
  fields: [],
  parents: [],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: [],
  form: 2,
});
