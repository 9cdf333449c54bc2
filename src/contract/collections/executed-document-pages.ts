import type { ExecutedDocumentPage } from '../entities/closing/executed-document.ts';
import { defineCollection } from './collection.ts';

export const executedDocumentPageCollection = defineCollection<ExecutedDocumentPage>()({
  name: 'executedDocumentPages',
  wire: 'executed_document_pages',
  path: '/transactions/executed_document_page',
  command: 'executed-document-page',
  nouns: { one: 'returned page', many: 'returned pages' },
  subject: 'executed_document_page',
  topic: 'signing',
  page: 'returned-pages',
  restorable: null,
  title: null,
  fields: [],
  parents: [{ field: 'executed_document', collection: 'executedDocuments', together: true }],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: ['executedDocument'],
  form: 3,
});
