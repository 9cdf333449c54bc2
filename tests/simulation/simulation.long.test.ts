import { beforeAll, expect, test } from 'vitest';
import { compileProgram, type Programs } from './world/realm.ts';
import { runSchedule, scheduleOf } from './world/schedule.ts';

/**
 * The seed of a schedule with a hundred steps. `npm test` also runs many other schedules in parallel with the
 * tests (simulate.ts).
 */
const SEED = 20_260;

let program: Programs;
beforeAll(async () => {
  program = await compileProgram();
});

test('[FOLD, PUSH, PULL, REJ, AUTH, LEAD] whatever is lost, late, rejected, interrupted or done by others, no edit is lost, applied twice or shown wrong, and each mirror ends up with the server’s data', async () => {
  const { violations } = await runSchedule(scheduleOf(SEED), program);
  expect(violations, `npm run simulate -- --replay '${SEED}:'`).toEqual([]);
}, 600_000);

test('the same schedule gives the same run, turn by turn', async () => {
  const run = async () => runSchedule(scheduleOf(SEED), program);
  expect((await run()).trace).toBe((await run()).trace);
});
