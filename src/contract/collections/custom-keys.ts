import type { CustomKey } from '../entities/transactions/custom-key.ts';
import { defineCollection } from './collection.ts';

export const customKeyCollection = defineCollection<CustomKey>()({
  name: 'customKeys',
  wire: 'custom_keys',
  path: '/transactions/custom_key',
  command: 'custom-key',
  nouns: { one: 'field', many: 'fields' },
  subject: 'custom_key',
  topic: 'fields',
  page: 'fields?view=names',
  restorable: 'custom_key',
  title: 'key',
  fields: ['key'],
  parents: [],
  placeFields: [],
  orderedWithin: 'transaction',
  unique: 'key',
  standard: ['create', 'update', 'move', 'delete'],
  createdInBulk: true,
  standardOnServer: true,
  indexes: [],
  form: 1,
});
