import type { SignaturePage } from '../entities/signing/signature-page.ts';
import { defineCollection } from './collection.ts';

export const signaturePageCollection = defineCollection<SignaturePage>()({
  name: 'signaturePages',
  wire: 'signature_pages',
  path: '/transactions/signature_page',
  command: 'signature-page',
  nouns: { one: 'signature page', many: 'signature pages' },
  subject: 'signature_page',
  topic: 'signing',
  page: 'signature-pages/{id}',
  restorable: 'signature_page',
  title: null,
  fields: ['margins', 'font', 'font_size', 'consolidate_signer', 'signature_page_type', 'blocks'],
  parents: [{ field: 'item', collection: 'items', together: true }],
  placeFields: [],
  orderedWithin: 'item',
  unique: null,
  standard: ['update', 'delete'],
  indexes: ['item'],
  form: 2,
});
