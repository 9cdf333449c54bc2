import type { DynamicAssignment } from '../entities/signing/dynamic-assignment.ts';
import { defineCollection } from './collection.ts';

export const dynamicAssignmentCollection = defineCollection<DynamicAssignment>()({
  name: 'dynamicAssignments',
  wire: 'dynamic_assignments',
  path: '/assignments/dynamic_assignment',
  command: 'dynamic-assignment',
  nouns: { one: 'group assignment', many: 'group assignments' },
  subject: 'dynamic_assignment',
  topic: 'signing',
  page: 'signatures',
  restorable: 'dynamic_assignment',
  title: null,
  fields: ['header'],
  parents: [
    { field: 'signing_group', collection: 'signingGroups', together: true },
    { field: 'item', collection: 'items', together: true },
    { field: 'item_page_uuid', collection: 'signaturePages', together: true },
  ],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['delete'],
  indexes: ['signingGroup', 'item', 'itemPageUuid'],
  form: 1,
});
