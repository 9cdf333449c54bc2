import { expect, it } from 'vitest';
import { newTransactionRow } from '../../../tests/support/rows.ts';
import { newParticipantRow } from '../../db/commands/checklist/new-rows.ts';
import { peopleToChoose } from './people-to-choose.ts';

const stamp = { userId: 'me', madeAt: '2026-01-01T00:00:00.000Z' };
const on = (user: string, fullName: string, creator = false) =>
  newParticipantRow({ uuid: `p-${user}`, user, fullName, email: '' }, stamp, creator);
const member = (uuid: string, fullName: string) => ({ uuid, fullName, email: '', isOrgAdmin: false });

const deal = {
  ...newTransactionRow('Birch'),
  participants: [on('a', 'Zoe', true), on('me', 'Mo')],
  deletedParticipants: [{ ...on('c', 'Cleo'), deleted: true }],
};
const members = [member('a', 'Zoe'), member('me', 'Mo'), member('c', 'Cleo'), member('b', 'Ben')];

const said = (owns: boolean) =>
  peopleToChoose(deal, members, { userId: 'me', owns }).map(({ fullName, note, removalBlocked }) => [
    fullName,
    note,
    removalBlocked === null ? 'can be changed' : 'stays',
  ]);

it('lists the participants first, then everyone else in the organization once, by name', () => {
  expect(said(true)).toEqual([
    ['Zoe', 'creator', 'can be changed'],
    ['Mo', 'you', 'stays'],
    ['Ben', null, 'can be changed'],
    ['Cleo', 'former participant', 'can be changed'],
  ]);
});

it('a user who neither created the deal nor administers the organization can add people but not remove them', () => {
  expect(said(false).filter(([, , can]) => can === 'stays')).toEqual([
    ['Zoe', 'creator', 'stays'],
    ['Mo', 'you', 'stays'],
  ]);
});
