import { describe, expect, it } from 'vitest';
import type { CollectionRow } from '../../../rows.ts';
import { composeSignatories, type ListedSignatory } from './signatories.ts';

const ROW = {
  transaction: 'deal',
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'maker',
  version: 1,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  modifiedBy: 'maker',
};

function signatory(uuid: string, fullName: string, isOrg: boolean, order = 0): CollectionRow<'signatories'> {
  const empty = { email: '', address: '', entityDescription: '', instapagesConfig: null };
  return { ...ROW, ...empty, uuid, fullName, isOrg, order, bulkSignatoryUploadId: null };
}

function relation(
  uuid: string,
  entity: string,
  representative: string,
  title: string,
): CollectionRow<'representatives'> {
  return { ...ROW, uuid, entity, signatory: representative, title, order: 0 };
}

function assignment(
  uuid: string,
  signer: string,
  authRep: string | null,
  status: CollectionRow<'assignments'>['status'] = 'assigned',
): CollectionRow<'assignments'> {
  return {
    ...ROW,
    uuid,
    item: 'item',
    itemPageUuid: `page of ${uuid}`,
    signatory: signer,
    authRep,
    status,
    header: null,
    customText: '',
    requiresNotary: false,
    requiresWitness: false,
    signingGroupAssignment: null,
    rejectedReason: null,
  };
}

const SIGNATORIES = [
  signatory('jane', 'Jane Doe', false, 2),
  signatory('group', 'Alpha Capital Group, L.P.', true, 0),
  signatory('corp', 'Alpha Capital Corp.', true, 1),
];

const RELATIONS = [
  relation('by-corp', 'group', 'corp', 'general partner'),
  relation('by-jane', 'corp', 'jane', 'President'),
];

const NOTHING = {
  signatories: SIGNATORIES,
  representatives: RELATIONS,
  groups: [],
  members: [],
  assignments: [],
};

function composed(rows: Partial<Parameters<typeof composeSignatories>[0]>): Map<string, ListedSignatory> {
  return new Map(composeSignatories({ ...NOTHING, ...rows }).byUuid);
}

describe('the signatories of a deal', () => {
  it('are in their order, each with how they sign', () => {
    const { signatories } = composeSignatories(NOTHING);
    expect(signatories.map(({ row, ways }) => [row.uuid, ways])).toEqual([
      [
        'group',
        ['Alpha Capital Group, L.P. by Alpha Capital Corp., its general partner, by Jane Doe, President'],
      ],
      ['corp', ['Alpha Capital Corp. by Jane Doe, President']],
      ['jane', []],
    ]);
  });

  it('say for whom they sign', () => {
    const byUuid = composed({});
    expect(byUuid.get('jane')?.represents).toEqual([{ entity: 'Alpha Capital Corp.', title: 'President' }]);
    expect(byUuid.get('corp')?.represents).toEqual([
      { entity: 'Alpha Capital Group, L.P.', title: 'general partner' },
    ]);
  });

  it('have no capacity if no person signs for them', () => {
    const byUuid = composed({ representatives: RELATIONS.slice(0, 1) });
    expect([...byUuid].filter(([, { isUnclear }]) => isUnclear).map(([uuid]) => uuid)).toEqual([
      'group',
      'corp',
    ]);
  });

  it('count the signatures that a person gives for an entity with both of them, and count rejected ones with nobody', () => {
    const assignments = [
      assignment('one', 'group', 'by-jane'),
      assignment('two', 'group', 'by-jane', 'executed'),
      assignment('three', 'jane', null),
      assignment('four', 'jane', null, 'rejected'),
    ];
    const byUuid = composed({ assignments });
    const counts = [...byUuid].map(([uuid, { done, total }]) => [uuid, done, total]);
    expect(counts).toEqual([
      ['group', 1, 2],
      ['corp', 0, 0],
      ['jane', 1, 3],
    ]);
  });

  it('count a signature without a named capacity with the person of the entity’s first capacity', () => {
    const byUuid = composed({ assignments: [assignment('one', 'group', null)] });
    expect([...byUuid].map(([uuid, { total }]) => [uuid, total])).toEqual([
      ['group', 1],
      ['corp', 0],
      ['jane', 1],
    ]);
  });

  it('name each group once', () => {
    const member = { ...ROW, group: 'buyers', signatory: 'group', order: 0 };
    const byUuid = composed({
      groups: [{ ...ROW, uuid: 'buyers', name: 'Buyers' }],
      members: [
        { ...member, uuid: 'one', authRep: 'by-jane' },
        { ...member, uuid: 'two', authRep: null },
        { ...member, uuid: 'three', authRep: null, group: 'a group that is not on the device' },
      ],
    });
    expect(byUuid.get('group')?.groups).toEqual(['Buyers']);
  });

  it('leave out rows that name a signatory that is not on the device', () => {
    const byUuid = composed({
      signatories: SIGNATORIES.filter(({ uuid }) => uuid !== 'jane'),
      assignments: [assignment('one', 'group', 'by-jane'), assignment('two', 'jane', null)],
    });
    expect(byUuid.get('group')).toMatchObject({ isUnclear: true, total: 1 });
    expect(byUuid.has('jane')).toBe(false);
  });
});
