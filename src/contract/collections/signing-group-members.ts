import type { SigningGroupMember } from '../entities/signing/signing-group-member.ts';
import { defineCollection } from './collection.ts';

export const signingGroupMemberCollection = defineCollection<SigningGroupMember>()({
  name: 'signingGroupMembers',
  wire: 'signing_group_members',
  path: '/signing_group_member',
  command: 'signing-group-member',
  nouns: { one: 'signing group member', many: 'signing group members' },
  subject: 'signing_group_member',
  topic: 'signing',
  page: 'signing-groups',
  restorable: 'signing_group_member',
  title: null,
  fields: ['auth_rep'],
  parents: [
    { field: 'group', collection: 'signingGroups', together: true },
    { field: 'signatory', collection: 'signatories', together: true },
    { field: 'auth_rep', collection: 'representatives', together: false },
  ],
  placeFields: [],
  orderedWithin: 'group',
  unique: null,
  standard: ['delete'],
  indexes: ['group', 'signatory'],
  form: 1,
});
