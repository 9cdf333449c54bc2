import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSIGNMENT_STATUSES, type AssignmentStatus } from './assignment-status.ts';
import { itemSigningStatus, type ItemSigning, type ItemSigningStatus } from './item-signing-status.ts';

const item: ItemSigning = {
  isFullyExecuted: false,
  isForSigning: true,
  pages: 1,
  collation: 'none',
  assignments: [],
};

describe('the signing status of a document', () => {
  it.each<[changed: Partial<ItemSigning>, status: ItemSigningStatus]>([
    [{ isFullyExecuted: true, isForSigning: false, pages: 0 }, 'executed'],
    [{ isForSigning: false, pages: 0 }, 'non_executable'],
    [{ pages: 0, collation: 'running', assignments: ['executed'] }, 'no_pages'],
    [{ collation: 'running', assignments: ['released'] }, 'collating'],
    [{ collation: 'done', assignments: ['released'] }, 'executed'],
    [{}, 'not_sent'],
  ])('with %o is %s', (changed, status) => {
    expect(itemSigningStatus({ ...item, ...changed })).toBe(status);
  });

  it.each<[assignments: AssignmentStatus[], status: ItemSigningStatus]>([
    [['released', 'released'], 'released'],
    [['released', 'executed'], 'ready_to_collate'],
    [['executed', 'executed'], 'ready_to_collate'],
    [['executed', 'assigned'], 'partially_executed'],
    [['released', 'signed_pending_acceptance'], 'partially_executed'],
    [['sent', 'assigned'], 'out'],
    [['viewed'], 'out'],
    [['signed_pending_acceptance'], 'out'],
    [['assigned', 'in_packet', 'unassigned'], 'not_sent'],
    [['rejected', 'cancelled', 'superseded'], 'not_sent'],
  ])('with assignments %o is %s', (assignments, status) => {
    expect(itemSigningStatus({ ...item, assignments })).toBe(status);
  });

  it('ignores rejected, canceled and superseded assignments', () => {
    const statuses = fc.array(fc.constantFrom(...ASSIGNMENT_STATUSES));
    const ended = fc.array(fc.constantFrom<AssignmentStatus>('rejected', 'cancelled', 'superseded'));
    fc.assert(
      fc.property(statuses, ended, (assignments, others) => {
        expect(itemSigningStatus({ ...item, assignments: [...others, ...assignments] })).toBe(
          itemSigningStatus({ ...item, assignments }),
        );
      }),
    );
  });
});
