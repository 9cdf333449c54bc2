import { expect, it } from 'vitest';
import { isSurveyDue } from './survey.ts';

const DAY_MS = 86_400_000;
const putOff = '2026-03-02T09:00:00.000Z';

it.each([
  ['never put off', null, 0, true],
  ['dismissed just now', putOff, 0, false],
  ['dismissed nearly seven days ago', putOff, 7 * DAY_MS - 1, false],
  ['dismissed seven days ago', putOff, 7 * DAY_MS, true],
  ['dismissed at a time that is in the future because the clock was set back', putOff, -DAY_MS, true],
  ['dismissed at an invalid date', 'yesterday', 0, true],
] as const)('decides whether a survey is due if it was %s', (_when, putOffAt, later, due) => {
  expect(isSurveyDue(putOffAt, Date.parse(putOff) + later)).toBe(due);
});
