import { describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../assignments/assignment-status.ts';
import { capacitiesOf } from './capacity.ts';
import { sentOrSigned } from './sent-or-signed.ts';

const capacities = capacitiesOf(
  [
    { uuid: 'fund', name: 'Alder Fund, L.P.', isOrg: true },
    { uuid: 'gp', name: 'Alder GP, LLC', isOrg: true },
    { uuid: 'manager', name: 'Alder Management, Inc.', isOrg: true },
    { uuid: 'jane', name: 'Jane Doe', isOrg: false },
    { uuid: 'john', name: 'John Roe', isOrg: false },
  ],
  [
    { uuid: 'fund-gp', entity: 'fund', signatory: 'gp', title: 'general partner', order: 0 },
    { uuid: 'gp-manager', entity: 'gp', signatory: 'manager', title: 'manager', order: 0 },
    { uuid: 'manager-jane', entity: 'manager', signatory: 'jane', title: 'President', order: 0 },
    { uuid: 'manager-john', entity: 'manager', signatory: 'john', title: 'Secretary', order: 1 },
  ],
);

const page = (signatory: string, authRep: string | null, status: AssignmentStatus = 'sent') => ({
  signatory,
  authRep,
  status,
});
const found = (
  assignments: ReturnType<typeof page>[],
  packets: { signatory: string; sentAt: string | null }[] = [],
) => [...sentOrSigned(capacities, { assignments, packets })].toSorted();

const TO_JANE = ['fund', 'fund-gp', 'gp', 'gp-manager', 'jane', 'manager', 'manager-jane'];

describe('a page that was sent or signed', () => {
  it('binds the entity, the person who signs, and every entity and relation between them', () => {
    expect(found([page('fund', 'manager-jane')])).toEqual(TO_JANE);
  });

  it('binds the first chain if no capacity was chosen', () => {
    expect(found([page('fund', null, 'executed')])).toEqual(TO_JANE);
  });

  it('doesn’t bind entities above its own signatory, or other ways to sign', () => {
    expect(found([page('manager', 'manager-john')])).toEqual(['john', 'manager', 'manager-john']);
  });

  it('binds a person who signs individually without their capacities', () => {
    expect(found([page('jane', null)])).toEqual(['jane']);
  });

  it('binds its signatory and a relation that no longer leads from there to a person', () => {
    expect(found([page('jane', 'gone')])).toEqual(['gone', 'jane']);
  });

  it.each(['sent', 'viewed', 'signed_pending_acceptance', 'executed', 'released'] as const)(
    'binds with the status %s',
    (status) => {
      expect(found([page('jane', null, status)])).toEqual(['jane']);
    },
  );

  it.each(['assigned', 'in_packet', 'rejected', 'cancelled', 'superseded'] as const)(
    'doesn’t bind with the status %s, even beside one in the same capacity that does',
    (status) => {
      expect(found([page('jane', null, status)])).toEqual([]);
      expect(found([page('jane', null, status), page('jane', null)])).toEqual(['jane']);
    },
  );
});

describe('a packet', () => {
  it('binds its signatory once it was sent', () => {
    const sentAt = '2026-11-28T12:00:00.000Z';
    expect(found([], [{ signatory: 'jane', sentAt: null }])).toEqual([]);
    expect(found([], [{ signatory: 'jane', sentAt }])).toEqual(['jane']);
  });
});
