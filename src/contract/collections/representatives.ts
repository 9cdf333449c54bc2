import type { Representative } from '../entities/signing/representative.ts';
import { defineCollection } from './collection.ts';

export const representativeCollection = defineCollection<Representative>()({
  name: 'representatives',
  wire: 'representatives',
  path: '/signatory/representative',
  command: 'representative',
  nouns: { one: 'representative', many: 'representatives' },
  subject: 'representative',
  topic: 'signing',
  page: 'signatories',
  restorable: 'representative',
  title: 'title',
  fields: ['title', 'signatory'],
  parents: [
    { field: 'entity', collection: 'signatories', together: true },
    { field: 'signatory', collection: 'signatories', together: true },
  ],
  placeFields: [],
  orderedWithin: 'entity',
  unique: null,
  standard: [],
  indexes: ['entity', 'signatory'],
  form: 1,
});
