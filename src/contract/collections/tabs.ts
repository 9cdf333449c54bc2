import type { Tab } from '../entities/signing/tab.ts';
import { defineCollection } from './collection.ts';

export const tabCollection = defineCollection<Tab>()({
  name: 'tabs',
  wire: 'tabs',
  path: '/tab',
  command: 'tab',
  nouns: { one: 'signing field', many: 'signing fields' },
  subject: 'tab',
  topic: 'signing',
  page: null,
  restorable: 'tab',
  title: null,
  fields: [
    'tab_type',
    'sheet',
    'x_position',
    'y_position',
    'width',
    'height',
    'label',
    'required',
    'value',
    'tab_group',
  ],
  parents: [
    { field: 'assignment', collection: 'assignments', together: true },
    { field: 'tab_group', collection: 'tabGroups', together: false },
  ],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['update', 'delete'],
  indexes: ['assignment', 'tabGroup'],
  form: 2,
});
