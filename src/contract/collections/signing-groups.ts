import type { SigningGroup } from '../entities/signing/signing-group.ts';
import { defineCollection } from './collection.ts';

export const signingGroupCollection = defineCollection<SigningGroup>()({
  name: 'signingGroups',
  wire: 'signing_groups',
  path: '/signing_group',
  command: 'signing-group',
  nouns: { one: 'signing group', many: 'signing groups' },
  subject: 'signing_group',
  topic: 'signing',
  page: 'signing-groups',
  restorable: 'signing_group',
  title: 'name',
  fields: ['name'],
  parents: [],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['create', 'update', 'delete'],
  indexes: [],
  form: 1,
});
