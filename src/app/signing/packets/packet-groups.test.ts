import { expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import { packetState } from './packet-state.ts';
import { daysOut, groupOfPacket } from './packet-groups.ts';

const unsent = {
  status: 'ready' as const,
  supersededAt: null,
  queued: null,
  needsPaper: false,
  heldReason: null,
  wrongPerson: null,
  mailProblem: null,
  serviceProblem: null,
};
const queued = { after: null, waitsFor: [], asksAgain: false };
const wrongPerson = { name: '', email: '', note: '', at: '2026-03-01T12:00:00.000Z' };
type Row = Parameters<typeof groupOfPacket>[0];
const groupOf = (row: Partial<Row>, toAccept = 0, statuses: AssignmentStatus[] = []) =>
  groupOfPacket({ ...unsent, ...row }, toAccept, statuses);

test('a packet is in the group of what it needs next, and signatures to accept come first', () => {
  expect(groupOf({ status: 'completed' }, 1)).toBe('to_review');
  expect(groupOf({ status: 'completed' })).toBe('done');
  expect(groupOf({})).toBe('to_send');
  expect(groupOf({ status: 'completed', needsPaper: true }, 1)).toBe('to_review');
  expect(groupOf({ status: 'failed' })).toBe('to_send');
  expect(groupOf({ status: 'generating', queued })).toBe('waiting');
  expect(groupOf({ status: 'failed', queued })).toBe('to_send');
  expect(groupOf({ status: 'partially_signed' })).toBe('out');
  expect(groupOf({ status: 'declined' })).toBe('ended');
  expect(groupOf({ status: 'viewed', wrongPerson })).toBe('wrong_person');
  expect(groupOf({ status: 'completed', wrongPerson })).toBe('done');
});

test('a packet for paper is listed and labeled as one once it is ready, unless it goes out automatically', () => {
  const shown = (row: Partial<Row>) => [
    groupOf({ ...row, needsPaper: true }),
    packetState({ ...unsent, ...row, needsPaper: true }, 'jane@alpha.test', []),
  ];
  expect(shown({})).toEqual(['on_paper', 'needs_paper']);
  expect(shown({ queued })).toEqual(['waiting', 'waiting']);
  expect(shown({ status: 'generating' })).toEqual(['to_send', 'generating']);
  expect(shown({ status: 'sent' })).toEqual(['out', 'sent']);
});

test('a signed packet is not in the signed group if its signatures were all rejected or superseded', () => {
  const row = { ...unsent, status: 'completed' as const };
  const groupWith = (...statuses: AssignmentStatus[]) => groupOfPacket(row, 0, statuses);
  expect(groupWith('rejected', 'executed')).toBe('done');
  expect(groupWith('rejected', 'superseded')).toBe('ended');
  const stateWith = (...statuses: AssignmentStatus[]) => packetState(row, 'jane@alpha.test', statuses);
  expect(stateWith('rejected', 'released')).toBe('completed');
  expect(stateWith('rejected', 'superseded')).toBe('rejected');
  expect(stateWith('superseded', 'superseded')).toBe('superseded');
});

test('the number of days that a packet is out is whole and never negative', () => {
  const sent = '2026-03-01T12:00:00.000Z';
  expect(daysOut(sent, new Date('2026-03-02T11:59:00Z'))).toBe(0);
  expect(daysOut(sent, new Date('2026-03-04T12:00:00Z'))).toBe(3);
  expect(daysOut(sent, new Date('2026-03-01T11:00:00Z'))).toBe(0);
});
