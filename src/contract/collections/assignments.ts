import type { Assignment } from '../entities/signing/assignment.ts';
import { defineCollection } from './collection.ts';

export const assignmentCollection = defineCollection<Assignment>()({
  name: 'assignments',
  wire: 'assignments',
  path: '/assignments/assignment',
  command: 'assignment',
  nouns: { one: 'assignment', many: 'assignments' },
  subject: 'assignment',
  topic: 'signing',
  page: 'signatures',
  restorable: 'assignment',
  title: null,
  fields: ['signatory', 'auth_rep', 'header', 'custom_text', 'requires_notary', 'requires_witness'],
  parents: [
    { field: 'signatory', collection: 'signatories', together: true },
    { field: 'item', collection: 'items', together: true },
    { field: 'item_page_uuid', collection: 'signaturePages', together: true },
    { field: 'signing_group_assignment', collection: 'dynamicAssignments', together: true },
    { field: 'auth_rep', collection: 'representatives', together: false },
  ],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['update'],
  indexes: ['signatory', 'item', 'itemPageUuid', 'signingGroupAssignment'],
  form: 1,
});
