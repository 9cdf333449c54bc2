import { expect, it } from 'vitest';
import { reminderDueSince } from './reminder-schedule.ts';

it.each([
  ['2026-12-03T12:59:59Z', null],
  ['2026-12-03T13:00:00Z', '2026-12-03T13:00:00.000Z'],
  ['2026-12-07T12:00:00Z', '2026-12-03T13:00:00.000Z'],
  ['2026-12-07T13:00:00Z', '2026-12-07T13:00:00.000Z'],
  ['2026-12-10T23:00:00Z', '2026-12-09T13:00:00.000Z'],
  ['2026-12-11T00:00:00Z', null],
])('at %s, the reminder for a closing on December 10 has been due since %s', (now, since) => {
  expect(reminderDueSince([3, 7, 1], '2026-12-10', new Date(now))?.toISOString() ?? null).toBe(since);
});

it('without days, nothing is ever due', () => {
  expect(reminderDueSince([], '2026-12-10', new Date('2026-12-09T20:00:00Z'))).toBeNull();
});
