import type { SavedBlock } from '../entities/signing/signature-block.ts';
import { defineCollection } from './collection.ts';

export const signatureBlockCollection = defineCollection<SavedBlock>()({
  name: 'signatureBlocks',
  wire: 'signature_blocks',
  path: '/transactions/signature_block',
  command: 'signature-block',
  nouns: { one: 'block design', many: 'block designs' },
  subject: 'signature_block',
  topic: 'signing',
  page: 'signature-pages',
  restorable: 'signature_block',
  title: 'name',
  fields: ['name', 'data'],
  parents: [],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['create', 'update', 'delete'],
  indexes: [],
  form: 1,
});
