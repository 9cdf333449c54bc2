import { beforeAll, expect, test } from 'vitest';
import { compileProgram, type Programs } from './world/realm.ts';
import { runSchedule } from './world/schedule.ts';
import type { Step } from './world/steps.ts';

let program: Programs;
beforeAll(async () => {
  program = await compileProgram();
});

test('[SHOW5] if a tab dies between painting and committing an edit, the device has either the whole edit or nothing of it', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const cut: Step = { kind: 'edit is cut', a: turns, b: turns, c: 0, turns: 90 };
    const schedule = { seed: turns, layout: 'two tabs' as const, steps: [cut] };
    const { violations } = await runSchedule(schedule, program);
    expect(violations, `crashed ${turns} turns after the paint`).toEqual([]);
  }
}, 60_000);

test('if a tab crashes while it opens the mirror, the tab that waits behind it can open it', async () => {
  // Found at random. The steps are written out, because a seed yields different steps whenever a kind is
  // added.
  const steps: Step[] = [
    { kind: 'tab closes', a: 15, b: 30, c: 11, turns: 86 },
    { kind: 'seconds pass', a: 1, b: 11, c: 26, turns: 37 },
    { kind: 'database is deleted', a: 27, b: 2, c: 6, turns: 4 },
    { kind: 'newer version', a: 16, b: 14, c: 0, turns: 7 },
    { kind: 'database is deleted', a: 10, b: 23, c: 25, turns: 69 },
    { kind: 'tab crashes', a: 22, b: 14, c: 9, turns: 80 },
  ];
  const schedule = { seed: -360_180_462, layout: 'two tabs' as const, steps };
  const { violations } = await runSchedule(schedule, program);
  expect(violations).toEqual([]);
});
