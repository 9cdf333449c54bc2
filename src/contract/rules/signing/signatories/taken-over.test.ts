import { describe, expect, it } from 'vitest';
import { capacitiesOf } from './capacity.ts';
import { takenOver } from './taken-over.ts';

const capacities = capacitiesOf(
  [
    { uuid: 'fund', name: 'Alder Fund, L.P.', isOrg: true },
    { uuid: 'gp', name: 'Alder GP, LLC', isOrg: true },
    { uuid: 'jane', name: 'Jane Doe', isOrg: false },
    { uuid: 'john', name: 'John Roe', isOrg: false },
    { uuid: 'new gp', name: 'Birch GP, LLC', isOrg: true },
    { uuid: 'feeder', name: 'Alder Feeder, L.P.', isOrg: true },
  ],
  [
    { uuid: 'feeder-fund', entity: 'feeder', signatory: 'fund', title: 'sole member', order: 0 },
    { uuid: 'fund-gp', entity: 'fund', signatory: 'gp', title: 'general partner', order: 0 },
    { uuid: 'fund-new', entity: 'fund', signatory: 'new gp', title: 'general partner', order: 1 },
    { uuid: 'new-john', entity: 'new gp', signatory: 'john', title: 'Manager', order: 0 },
    { uuid: 'gp-jane', entity: 'gp', signatory: 'jane', title: 'President', order: 0 },
    { uuid: 'gp-john', entity: 'gp', signatory: 'john', title: 'President', order: 1 },
  ],
);
const replaced = { entity: 'gp', from: 'gp-jane', to: 'gp-john' };
const signature = { item: 'spa', status: 'assigned', authRep: 'gp-jane' } as const;

describe('a new representative', () => {
  it('signs what is open, including assignments by default and those of others that the entity signs for', () => {
    const assignments = [
      { ...signature, uuid: 'own', signatory: 'gp' },
      { ...signature, uuid: 'fund’s', signatory: 'fund' },
      { ...signature, uuid: 'by default', signatory: 'gp', item: 'nda', authRep: null },
      { ...signature, uuid: 'personal', signatory: 'jane', authRep: null },
    ];
    const members = [{ uuid: 'member', group: 'buyers', signatory: 'fund', authRep: 'gp-jane' }];
    expect(takenOver(capacities, replaced, { assignments, members })).toEqual({
      assignments: ['own', 'fund’s', 'by default'],
      members: ['member'],
      staying: { assignments: [], members: [] },
    });
  });

  it('doesn’t take over what was sent or signed, or what is void', () => {
    const statuses = ['in_packet', 'sent', 'viewed', 'executed', 'released', 'rejected'] as const;
    const assignments = statuses.map((status) => ({ ...signature, uuid: status, signatory: 'gp', status }));
    expect(takenOver(capacities, replaced, { assignments, members: [] }).assignments).toEqual(['in_packet']);
  });

  it('gets nothing twice: no document that they already sign, and no group that they are already in', () => {
    const assignments = [
      { ...signature, uuid: 'hers', signatory: 'gp' },
      { ...signature, uuid: 'his', signatory: 'gp', authRep: 'gp-john', status: 'sent' as const },
    ];
    const members = ['gp-jane', 'gp-john'].map((authRep) => ({
      uuid: authRep,
      group: 'buyers',
      signatory: 'gp',
      authRep,
    }));
    expect(takenOver(capacities, replaced, { assignments, members })).toEqual({
      assignments: [],
      members: [],
      staying: { assignments: ['hers'], members: ['gp-jane'] },
    });
  });

  it('that is an entity signs everything that was signed through the previous one, no matter who signs for it', () => {
    const general = { entity: 'fund', from: 'fund-gp', to: 'fund-new' };
    const assignments = [
      { ...signature, uuid: 'by Jane', signatory: 'fund' },
      { ...signature, uuid: 'by default', signatory: 'fund', item: 'nda', authRep: null },
      { ...signature, uuid: 'the feeder’s', signatory: 'feeder' },
      { ...signature, uuid: 'sent', signatory: 'fund', item: 'lease', status: 'sent' as const },
      { ...signature, uuid: 'by John', signatory: 'fund', item: 'lease', authRep: 'gp-john' },
      { ...signature, uuid: 'the partner’s own', signatory: 'gp' },
    ];
    const members = [{ uuid: 'member', group: 'buyers', signatory: 'fund', authRep: 'gp-jane' }];
    expect(takenOver(capacities, general, { assignments, members })).toEqual({
      assignments: ['by Jane', 'by default', 'the feeder’s', 'by John'],
      members: ['member'],
      staying: { assignments: [], members: [] },
    });
  });

  it('that is an entity gives one signature where two officers of the previous one signed', () => {
    const general = { entity: 'fund', from: 'fund-gp', to: 'fund-new' };
    const assignments = [
      { ...signature, uuid: 'by Jane', signatory: 'fund' },
      { ...signature, uuid: 'by Jane again', signatory: 'fund' },
      { ...signature, uuid: 'by John', signatory: 'fund', authRep: 'gp-john' },
      { ...signature, uuid: 'hers', signatory: 'fund', item: 'nda' },
      { ...signature, uuid: 'already', signatory: 'fund', item: 'nda', authRep: 'new-john' },
    ];
    expect(takenOver(capacities, general, { assignments, members: [] })).toMatchObject({
      assignments: ['by Jane', 'by Jane again'],
      staying: { assignments: ['by John', 'hers'] },
    });
  });
});
