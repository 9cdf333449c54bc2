import { expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import { packetState } from './packet-state.ts';
import { daysOut, groupOfPacket } from './packet-groups.ts';

test('a packet is in the group of what it needs next, and signatures to accept come first', () => {
  expect(groupOfPacket('completed', 1)).toBe('to_review');
  expect(groupOfPacket('completed', 0)).toBe('done');
  expect(groupOfPacket('ready', 0)).toBe('to_send');
  expect(groupOfPacket('ready', 0, { needsPaper: true })).toBe('on_paper');
  expect(groupOfPacket('generating', 0, { needsPaper: true })).toBe('to_send');
  expect(groupOfPacket('completed', 1, { needsPaper: true })).toBe('to_review');
  expect(groupOfPacket('failed', 0)).toBe('to_send');
  expect(groupOfPacket('generating', 0, { isQueued: true })).toBe('waiting');
  expect(groupOfPacket('failed', 0, { isQueued: true })).toBe('to_send');
  expect(groupOfPacket('partially_signed', 0)).toBe('out');
  expect(groupOfPacket('declined', 0)).toBe('ended');
  expect(groupOfPacket('viewed', 0, { isWrongPerson: true })).toBe('wrong_person');
  expect(groupOfPacket('completed', 0, { isWrongPerson: true })).toBe('done');
});

test('a signed packet whose signatures were all rejected or superseded is no longer among the signed ones', () => {
  const groupWith = (...statuses: AssignmentStatus[]) => groupOfPacket('completed', 0, { statuses });
  expect(groupWith('rejected', 'executed')).toBe('done');
  expect(groupWith('rejected', 'superseded')).toBe('ended');
  const row = {
    status: 'completed' as const,
    supersededAt: null,
    queued: null,
    needsPaper: false,
    heldReason: null,
    wrongPerson: null,
    mailProblem: null,
    serviceProblem: null,
  };
  const stateWith = (...statuses: AssignmentStatus[]) => packetState(row, 'jane@alpha.test', statuses);
  expect(stateWith('rejected', 'released')).toBe('completed');
  expect(stateWith('rejected', 'superseded')).toBe('rejected');
  expect(stateWith('superseded', 'superseded')).toBe('superseded');
});

test('the days that a packet is out are whole days, and never fewer than none', () => {
  const sent = '2026-03-01T12:00:00.000Z';
  expect(daysOut(sent, new Date('2026-03-02T11:59:00Z'))).toBe(0);
  expect(daysOut(sent, new Date('2026-03-04T12:00:00Z'))).toBe(3);
  expect(daysOut(sent, new Date('2026-03-01T11:00:00Z'))).toBe(0);
});
