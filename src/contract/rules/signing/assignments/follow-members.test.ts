import { expect, it } from 'vitest';
import type { AssignmentStatus } from './assignment-status.ts';
import { followMembers } from './follow-members.ts';

const jane = { signatory: 'jane', authRep: null };
const president = { signatory: 'fund', authRep: 'president' };
const secretary = { signatory: 'fund', authRep: 'secretary' };

const given = (who: typeof jane | typeof president, status: AssignmentStatus = 'assigned') => ({
  ...who,
  uuid: `${who.signatory} ${who.authRep} ${status}`,
  status,
});
const never = () => false;

it('each member signs once per capacity, and a void signature doesn’t count', () => {
  const signatures = [given(president), given(jane, 'rejected')];
  expect(followMembers({ members: [jane, president, secretary], signatures, signsAlone: never })).toEqual({
    missing: [jane, secretary],
    surplus: [],
  });
});

it('a member who has their own page doesn’t sign with the group', () => {
  const signsAlone = (member: { signatory: string }) => member === jane;
  expect(followMembers({ members: [jane, president], signatures: [], signsAlone }).missing).toEqual([
    president,
  ]);
});

it('a nonmember’s signature is removed unless it was sent; a leaving member’s is always removed', () => {
  const signatures = [given(jane, 'in_packet'), given(president, 'sent')];
  const change = { members: [], signatures, signsAlone: never };
  expect(followMembers(change).surplus).toEqual(['jane null in_packet']);
  expect(followMembers({ ...change, leaving: [president] }).surplus).toEqual([
    'jane null in_packet',
    'fund president sent',
  ]);
});

it('a signatory who was sent the page in a different capacity isn’t asked again', () => {
  const signatures = [given(president, 'viewed')];
  expect(followMembers({ members: [secretary], signatures, signsAlone: never })).toEqual({
    missing: [],
    surplus: [],
  });
});
