import { describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type {
  AssignmentRow,
  GroupDocument,
  GroupMember,
} from '../../../db/queries/signing/signatories/groups.ts';
import { copyName, groupChanges, memberChanges, placeOf } from './leave-changes.ts';

const AT = '2026-01-01T00:00:00.000Z';

const own = {
  transaction: 'deal',
  createdAt: AT,
  createdBy: 'me',
  version: 1,
  modifiedAt: AT,
  modifiedBy: 'me',
};

function page(signatory: string, status: AssignmentStatus, authRep: string | null = null): AssignmentRow {
  return {
    ...own,
    uuid: `${signatory}-${authRep}-${status}`,
    item: 'item',
    itemPageUuid: 'page',
    signatory,
    authRep,
    status,
    header: null,
    customText: '',
    requiresNotary: false,
    requiresWitness: false,
    signingGroupAssignment: 'document',
    rejectedReason: null,
  };
}

function signs(name: string, ...assignments: AssignmentRow[]): GroupDocument {
  const row = { ...own, uuid: name, signingGroup: 'group', item: name, itemPageUuid: name, header: null };
  return { row, name, assignments };
}

function member(signatory: string, authRep: string | null = null): GroupMember {
  return {
    row: { ...own, uuid: `member ${signatory}`, group: 'group', signatory, authRep, order: 0 },
    signatory: {
      ...own,
      uuid: signatory,
      fullName: signatory,
      email: '',
      isOrg: authRep !== null,
      address: '',
      entityDescription: '',
      instapagesConfig: null,
      bulkSignatoryUploadId: null,
      order: 0,
    },
  };
}

const documents = [
  signs('Purchase Agreement', page('jane', 'assigned'), page('john', 'sent')),
  signs('Escrow Agreement', page('jane', 'executed'), page('fund', 'in_packet', 'president')),
  signs('Side Letter', page('jane', 'rejected'), page('fund', 'assigned', 'secretary')),
];

describe('what changes when a member or document leaves a group', () => {
  it('removes a member’s unsent pages, and names those that were sent or signed', () => {
    expect(memberChanges({ documents }, member('jane'))).toEqual({
      go: ['Purchase Agreement'],
      removed: ['jane-null-assigned'],
      sent: ['Escrow Agreement'],
    });
  });

  it('keeps what the same entity signs in another capacity', () => {
    expect(memberChanges({ documents }, member('fund', 'president'))).toEqual({
      go: ['Escrow Agreement'],
      removed: ['fund-president-in_packet'],
      sent: [],
    });
  });

  it('affects all members’ pages if the group is deleted, except void ones', () => {
    expect(groupChanges({ documents })).toEqual({
      go: ['Purchase Agreement', 'Escrow Agreement', 'Side Letter'],
      removed: ['jane-null-assigned', 'fund-president-in_packet', 'fund-secretary-assigned'],
      sent: ['Purchase Agreement', 'Escrow Agreement'],
    });
  });
});

it('gives a copy a name that no other group has, ignoring case', () => {
  expect(copyName('Buyers', ['Buyers', 'Sellers'])).toBe('Buyers (copy)');
  expect(copyName('Buyers', ['Buyers', 'BUYERS (COPY)', 'Buyers (copy 2)'])).toBe('Buyers (copy 3)');
});

it.for([
  ['a', { member: 'c', side: 'above' }, 'b'],
  ['a', { member: 'c', side: 'below' }, 'c'],
  ['c', { member: 'a', side: 'above' }, null],
  ['b', { member: 'c', side: 'above' }, 'a'],
  ['a', { member: null, side: 'below' }, 'c'],
  ['other', { member: 'a', side: 'above' }, null],
] as const)('a member dropped on another member lands next to it: %s', ([dragged, drop, after]) => {
  expect(placeOf(['a', 'b', 'c'], dragged, drop)).toBe(after);
});
