import type { Element } from '../entities/checklist/element.ts';
import { defineCollection } from './collection.ts';

/** Places on the checklist. Their order and parents are in child lists, which come and go with this collection. */
export const elementCollection = defineCollection<Element>()({
  name: 'elements',
  wire: 'elements',
  path: '/transactions/element',
  command: 'header',
  nouns: { one: 'header', many: 'headers' },
  subject: 'header',
  topic: 'checklist',
  page: 'checklist?row={id}',
  restorable: 'element',
  title: 'label',
  fields: ['label'],
  parents: [],
  placeFields: ['order', 'parent_element'],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: [],
  form: 1,
});
