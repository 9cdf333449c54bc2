import { expect, it } from 'vitest';
import { isSurveyDue } from './survey.ts';

const DAY_MS = 86_400_000;
const putOff = '2026-03-02T09:00:00.000Z';

it.each([
  ['never put off', null, 0, true],
  ['put off just now', putOff, 0, false],
  ['put off nearly seven days ago', putOff, 7 * DAY_MS - 1, false],
  ['put off seven days ago', putOff, 7 * DAY_MS, true],
  ['put off in what is the future since the clock was set back', putOff, -DAY_MS, true],
  ['put off, by what is no date', 'yesterday', 0, true],
] as const)('the survey, %s', (_when, putOffAt, later, due) => {
  expect(isSurveyDue(putOffAt, Date.parse(putOff) + later)).toBe(due);
});
