import type { CustomValue } from '../entities/signing/custom-value.ts';
import { defineCollection } from './collection.ts';

export const customValueCollection = defineCollection<CustomValue>()({
  name: 'customValues',
  wire: 'custom_values',
  path: '/transactions/custom_value',
  command: 'custom-value',
  nouns: { one: 'field value', many: 'field values' },
  subject: 'custom_value',
  topic: 'fields',
  page: 'fields',
  restorable: 'custom_value',
  title: 'value',
  fields: ['value'],
  parents: [
    { field: 'signatory', collection: 'signatories', together: true },
    { field: 'custom_key', collection: 'customKeys', together: true },
  ],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: ['signatory', 'customKey'],
  form: 1,
});
