import type { Release } from '../entities/closing/release.ts';
import { defineCollection } from './collection.ts';

export const releaseCollection = defineCollection<Release>()({
  name: 'releases',
  wire: 'releases',
  path: '/transactions/release',
  command: 'release',
  nouns: { one: 'release', many: 'releases' },
  subject: 'release',
  topic: 'signing',
  page: 'closing',
  restorable: null,
  title: 'name',
  fields: [],
  parents: [],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: [],
  form: 1,
});
