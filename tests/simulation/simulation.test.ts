import { beforeAll, describe, expect, test } from 'vitest';
import { compileProgram, type Programs } from './world/realm.ts';
import { runSchedule, scheduleOf } from './world/schedule.ts';

/** Schedules of a hundred steps, each way; `npm test` runs hundreds beside its suites (simulate.ts). */
const SCHEDULES = 2;
const FIRST = 20_260;

let program: Programs;
beforeAll(async () => {
  program = await compileProgram();
});

describe.each(['plain', 'feed'])('the server has: %s', (way) => {
  test('[FOLD, PUSH, PULL, REJ, AUTH, LEAD] whatever is lost, late, refused, done by others or cut off: nothing is lost, done twice or shown wrong, and in the end each mirror is what the server has', async () => {
    for (let index = 0; index < SCHEDULES; index += 1) {
      const seed = FIRST + index;
      const { violations } = await runSchedule(scheduleOf(seed), way === 'feed', program);
      expect(violations, `npm run simulate -- --replay '${seed}:${way}:'`).toEqual([]);
    }
  }, 600_000);
});

test('the same schedule gives the same run, turn by turn', async () => {
  const run = async () => runSchedule(scheduleOf(FIRST), true, program);
  expect((await run()).trace).toBe((await run()).trace);
}, 60_000);

test('a tab that crashes leaves the opening of the mirror to the tab that waits behind it', async () => {
  const { steps, ...schedule } = scheduleOf(336_007);
  const kept = [19, 20, 35, 36, 37, 51].flatMap((index) => steps[index] ?? []);
  const { violations } = await runSchedule({ ...schedule, steps: kept }, false, program);
  expect(violations).toEqual([]);
}, 60_000);
