import type { TabGroup } from '../entities/signing/tab-group.ts';
import { defineCollection } from './collection.ts';

export const tabGroupCollection = defineCollection<TabGroup>()({
  name: 'tabGroups',
  wire: 'tab_groups',
  path: '/assignments/tab_group',
  command: 'tab-group',
  nouns: { one: 'checkbox group', many: 'checkbox groups' },
  subject: 'tab_group',
  topic: 'signing',
  page: null,
  restorable: 'tab_group',
  title: null,
  fields: ['group_rule', 'minimum_required', 'maximum_allowed'],
  parents: [{ field: 'assignment_id', collection: 'assignments', together: true }],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['update', 'delete'],
  indexes: ['assignmentId'],
  form: 1,
});
