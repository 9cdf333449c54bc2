import { describe, expect, it } from 'vitest';
import type { CollectionRow } from '../../../rows.ts';
import { packetRow } from '../../../../../tests/support/signing/signing-rows.ts';
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
  signatories: byUuid(SIGNATORIES),
  representatives: byUuid(RELATIONS),
  signingGroups: byUuid<CollectionRow<'signingGroups'>>([]),
  signingGroupMembers: byUuid<CollectionRow<'signingGroupMembers'>>([]),
  assignments: byUuid<CollectionRow<'assignments'>>([]),
  packets: byUuid<CollectionRow<'packets'>>([]),
};

function byUuid<Row extends { uuid: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.uuid, row]));
}

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
    const listed = composed({});
    expect(listed.get('jane')?.represents).toEqual([{ entity: 'Alpha Capital Corp.', title: 'President' }]);
    expect(listed.get('corp')?.represents).toEqual([
      { entity: 'Alpha Capital Group, L.P.', title: 'general partner' },
    ]);
  });

  it('have no capacity if no person signs for them', () => {
    const listed = composed({ representatives: byUuid(RELATIONS.slice(0, 1)) });
    expect([...listed].filter(([, { isUnclear }]) => isUnclear).map(([uuid]) => uuid)).toEqual([
      'group',
      'corp',
    ]);
  });

  it('count the signatures that a person gives for an entity for both of them, and rejected ones for nobody', () => {
    const assignments = [
      assignment('one', 'group', 'by-jane'),
      assignment('two', 'group', 'by-jane', 'executed'),
      assignment('three', 'jane', null),
      assignment('four', 'jane', null, 'rejected'),
    ];
    const listed = composed({ assignments: byUuid(assignments) });
    const counts = [...listed].map(([uuid, { done, total }]) => [uuid, done, total]);
    expect(counts).toEqual([
      ['group', 1, 2],
      ['corp', 0, 0],
      ['jane', 1, 3],
    ]);
  });

  it('can’t be deleted once a page was sent or signed through them, even in the middle of a chain', () => {
    const assignments = [
      assignment('one', 'group', 'by-jane', 'signed_pending_acceptance'),
      assignment('two', 'corp', 'by-jane', 'cancelled'),
    ];
    const undeletable = (rows: Parameters<typeof composed>[0]) =>
      [...composed(rows)].flatMap(([uuid, { isSentOrSigned }]) => (isSentOrSigned ? uuid : []));
    expect(undeletable({ assignments: byUuid(assignments.slice(1)) })).toEqual([]);
    expect(undeletable({ assignments: byUuid(assignments) })).toEqual(['group', 'corp', 'jane']);
    const packets = [
      packetRow(1, [], { signatory: 'jane', sentAt: null }),
      packetRow(2, [], { signatory: 'corp', sentAt: '2026-01-02T00:00:00.000Z' }),
    ];
    expect(undeletable({ packets: byUuid(packets) })).toEqual(['corp']);
  });

  it('can’t lose a capacity in which a page was sent or signed, anywhere in its chain', () => {
    const used = (...assignments: CollectionRow<'assignments'>[]) => {
      const { isSentOrSigned } = composeSignatories({ ...NOTHING, assignments: byUuid(assignments) });
      return RELATIONS.flatMap(({ uuid }) => (isSentOrSigned(uuid) ? uuid : []));
    };
    expect(used(assignment('one', 'group', 'by-jane'))).toEqual([]);
    expect(used(assignment('one', 'group', 'by-jane', 'sent'))).toEqual(['by-corp', 'by-jane']);
    expect(used(assignment('one', 'corp', 'by-jane', 'executed'))).toEqual(['by-jane']);
  });

  it('count a signature without a named capacity with the person of the entity’s first capacity', () => {
    const listed = composed({ assignments: byUuid([assignment('one', 'group', null)]) });
    expect([...listed].map(([uuid, { total }]) => [uuid, total])).toEqual([
      ['group', 1],
      ['corp', 0],
      ['jane', 1],
    ]);
  });

  it('name each group once', () => {
    const member = { ...ROW, group: 'buyers', signatory: 'group', order: 0 };
    const listed = composed({
      signingGroups: byUuid([{ ...ROW, uuid: 'buyers', name: 'Buyers' }]),
      signingGroupMembers: byUuid([
        { ...member, uuid: 'one', authRep: 'by-jane' },
        { ...member, uuid: 'two', authRep: null },
        { ...member, uuid: 'three', authRep: null, group: 'a group that is not on the device' },
      ]),
    });
    expect(listed.get('group')?.groups).toEqual(['Buyers']);
  });

  it('leave out rows that name a signatory that is not on the device', () => {
    const listed = composed({
      signatories: byUuid(SIGNATORIES.filter(({ uuid }) => uuid !== 'jane')),
      assignments: byUuid([assignment('one', 'group', 'by-jane'), assignment('two', 'jane', null)]),
    });
    expect(listed.get('group')).toMatchObject({ isUnclear: true, total: 1 });
    expect(listed.has('jane')).toBe(false);
  });
  it('stay the same where nothing changed, so that only the others are drawn again', () => {
    const before = composeSignatories(NOTHING);
    const renamed = signatory('group', 'Beta Capital Group, L.P.', true, 0);
    const after = composeSignatories(
      { ...NOTHING, signatories: byUuid([...SIGNATORIES.filter(({ uuid }) => uuid !== 'group'), renamed]) },
      before,
    );
    const isSame = (uuid: string) => after.byUuid.get(uuid) === before.byUuid.get(uuid);
    expect(['jane', 'corp', 'group'].filter(isSame)).toEqual(['jane']);
    expect(after.byUuid.get('corp')?.represents[0]?.entity).toBe('Beta Capital Group, L.P.');
  });
});
