import { describe, expect, it } from 'vitest';
import { assignmentRow, dynamicAssignmentRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { cellReader, cellsOf, countColumns, countRow, isOpen, refusalOf, type CellCache } from './cells.ts';

const noGroups = { members: new Map<string, string[]>(), nameOf: () => '', follows: true };
const buyers = {
  members: new Map([['buyers', ['jane', 'omar']]]),
  nameOf: () => 'Buyers',
  follows: true,
};

describe('the cells of a document', () => {
  it('show the least advanced status of all capacities', () => {
    const rows = (['executed', 'sent'] as const).map((status) =>
      assignmentRow({ signatory: 'alpha', status }),
    );
    expect(cellsOf(rows, [], noGroups).get('alpha')?.state).toBe('sent');
  });

  it('show a rejected signature until someone assigns another, and never show a superseded one', () => {
    const rejected = assignmentRow({ signatory: 'jane', status: 'rejected' });
    const cell = cellsOf([rejected], [], noGroups).get('jane');
    expect(cell?.state).toBe('rejected');
    expect(isOpen(cell)).toBe(true);
    const again = assignmentRow({ signatory: 'jane', status: 'assigned' });
    expect(cellsOf([rejected, again], [], noGroups).get('jane')?.state).toBe('assigned');
    const superseded = assignmentRow({ signatory: 'jane', status: 'superseded' });
    expect(cellsOf([superseded], [], noGroups).has('jane')).toBe(false);
  });

  it('show each group member as assigned before the server has created their own assignments', () => {
    const own = assignmentRow({ signatory: 'omar', status: 'viewed', signingGroupAssignment: 'spa/buyers' });
    const cells = cellsOf([own], [dynamicAssignmentRow('spa', 'buyers')], buyers);
    expect([...cells].map(([signatory, { state, groups }]) => [signatory, state, groups[0]?.name])).toEqual([
      ['omar', 'viewed', 'Buyers'],
      ['jane', 'assigned', 'Buyers'],
    ]);
  });

  it('leave out a member whom the server hasn’t assigned, if groups don’t update automatically', () => {
    const own = assignmentRow({ signatory: 'omar', signingGroupAssignment: 'spa/buyers' });
    const later = { ...buyers, follows: false };
    const onServer = { ...dynamicAssignmentRow('spa', 'buyers'), version: 4 };
    expect([...cellsOf([own], [onServer], later).keys()]).toEqual(['omar']);
    // The members at the time of the assignment are assigned with it.
    const unsynced = { ...onServer, version: 0 };
    expect([...cellsOf([], [unsynced], later).keys()]).toEqual(['jane', 'omar']);
  });

  it('can’t be unassigned individually once a page was sent, or while a group is assigned', () => {
    const refusal = (status: 'assigned' | 'in_packet' | 'sent' | 'released') => {
      const cell = cellsOf([assignmentRow({ signatory: 'jane', status })], [], noGroups).get('jane');
      return cell ? refusalOf(cell) : undefined;
    };
    expect([refusal('assigned'), refusal('in_packet')]).toEqual([null, null]);
    expect([refusal('sent'), refusal('released')]).toEqual(['went_out', 'went_out']);
    const member = cellsOf([], [dynamicAssignmentRow('spa', 'buyers')], buyers).get('jane');
    expect(member && refusalOf(member)).toBe('group');
  });

  it('are computed again only when something about the document changes', () => {
    const seen: CellCache = new Map();
    const reader = cellReader({ ...noGroups, byItem: new Map() }, seen);
    const spa = [assignmentRow({ item: 'spa', signatory: 'jane' })];
    const before = reader(new Map([['spa', spa]]))('spa');
    expect(reader(new Map([['spa', spa]]))('spa')).toBe(before);
    expect(reader(new Map([['spa', [...spa]]]))('spa')).not.toBe(before);
  });
});

describe('the totals', () => {
  it('count assigned and executed signatures, including those of groups', () => {
    const rows = [
      assignmentRow({ signatory: 'alpha', status: 'executed' }),
      assignmentRow({ signatory: 'alpha', status: 'sent' }),
      assignmentRow({ signatory: 'beta', status: 'rejected' }),
    ];
    const cells = cellsOf(rows, [dynamicAssignmentRow('spa', 'buyers')], buyers);
    expect(countRow(cells)).toEqual({ total: 4, executed: 1 });
    const counts = countColumns(['spa', 'note'], (item) => (item === 'spa' ? cells : new Map()));
    expect(counts.get('alpha')).toEqual({ total: 2, executed: 1 });
    expect(counts.get('jane')).toEqual({ total: 1, executed: 0 });
  });
});
