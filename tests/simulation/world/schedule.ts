import * as fc from 'fast-check';
import type { Programs } from './realm.ts';
import { violations, violationsAtRest, violationsInTheEnd } from './invariants.ts';
import { WorldError } from './scheduler.ts';
import { carryOut, KINDS, SETTLED, type Step } from './steps.ts';
import { LAYOUTS, World, type Plan } from './world.ts';

/** A whole run: who has what, what the scheduler's dice say, and the steps. */
export interface Schedule extends Omit<Plan, 'feed'> {
  steps: Step[];
}

/** What became of a run. */
export interface Outcome {
  violations: string[];
  /** How many steps were carried out until then. */
  steps: number;
  /** A hash of all that happened: the same schedule gives the same. */
  trace: number;
  turns: number;
}

/** How many steps a schedule has. */
const STEPS = 100;

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  a: fc.nat(30),
  b: fc.nat(30),
  c: fc.nat(30),
  turns: fc.nat(SETTLED * 2),
});

const schedules: fc.Arbitrary<Schedule> = fc.noBias(
  fc.record({
    seed: fc.integer(),
    layout: fc.constantFrom(...LAYOUTS),
    steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }),
  }),
);

/** The schedule of a number. */
export function scheduleOf(seed: number): Schedule {
  const [schedule] = fc.sample(schedules, { seed, numRuns: 1 });
  if (!schedule) throw new Error('there is no schedule');
  return schedule;
}

/** For how long faults may still tell on the world after they are over, milliseconds: the longest wait and a bit. */
const RECOVERY_MS = 10 * 60_000;

/** Runs a schedule; stops at the first violation. */
export async function runSchedule(schedule: Schedule, feed: boolean, programs: Programs): Promise<Outcome> {
  const strays: string[] = [];
  const onStray = (reason: unknown): void => {
    strays.push(`stray: nobody hears of ${String(reason)}`);
  };
  process.on('unhandledRejection', onStray);
  const world = await World.begin({ ...schedule, feed }, programs);
  const { found, steps } = await play(world, schedule.steps);
  const { trace, turns } = world.scheduler;
  await world.end(found.length + strays.length === 0);
  process.off('unhandledRejection', onStray);
  return { violations: [...found, ...strays], steps, trace, turns };
}

async function play(world: World, schedule: readonly Step[]): Promise<{ found: string[]; steps: number }> {
  let steps = 0;
  try {
    for (const each of schedule) {
      steps += 1;
      await carryOut(world, each);
      const found = check(world);
      if (found.length > 0) return { found, steps };
    }
    await world.heal();
    return { found: await recover(world), steps };
  } catch (error) {
    if (error instanceof WorldError) return { found: [error.message], steps };
    throw error;
  }
}

function check(world: World): string[] {
  if (world.flickers.length > 0) return world.flickers;
  if (world.devices.some(({ profile }) => profile.disk.isWriting())) return [];
  return [...violations(world), ...(world.scheduler.atRest ? violationsAtRest(world) : [])];
}

/** Lets time pass until everything is in step, or too much of it has passed. */
async function recover(world: World): Promise<string[]> {
  const end = world.scheduler.now + RECOVERY_MS;
  for (;;) {
    await world.scheduler.advance(10_000);
    const found = [...check(world), ...(world.scheduler.now < end ? [] : violationsInTheEnd(world))];
    if (found.length > 0 || world.scheduler.now >= end) return found;
    if (violationsInTheEnd(world).length === 0) return [];
  }
}
