// `npm run simulate -- --schedules N --seed S [--workers W]`: runs any number of schedules. `npm run simulate
// -- --replay SEED:STEPS`: repeats one, in the format that a violation prints.
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { bundle } from './world/compile.ts';
import { bundleIndexedDb } from './world/disk.ts';
import { compileProgram, PROGRAM, type Programs } from './world/realm.ts';
import { runSchedule, scheduleOf, type Outcome } from './world/schedule.ts';
import { fewestSteps } from './world/shrink.ts';

/** The schedules that a thread runs: from number `from` up to, but not including, `to`. */
interface Share {
  from: number;
  to: number;
}

/**
 * How many schedules a thread runs before another one replaces it. Ended pages are garbage-collected late, if
 * ever, so a long-running thread would accumulate gigabytes of them.
 */
const MOST_SCHEDULES = 50;

/** How often it reports its progress. */
const PROGRESS_EVERY = 500;

if (isMainThread) await main();
else await runShare(workerData as Share, (message) => parentPort?.postMessage(message));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      schedules: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '1' },
      replay: { type: 'string' },
    },
  });
  if (values.replay === undefined)
    await runAll(wholeNumber(values.schedules), wholeNumber(values.seed), wholeNumber(values.workers));
  else report(1, await replay(values.replay));
}

/** @throws {Error} if it isn't a number, because then nothing would run and nothing would be found */
function wholeNumber(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new Error(`“${given}” is no whole number above 0`);
  return Number(given);
}

async function runAll(schedules: number, seed: number, workers: number): Promise<void> {
  let done = 0;
  let violations = 0;
  const onReport = (violation: string | null): void => {
    done += 1;
    if (violation !== null) {
      violations += 1;
      say(violation);
    }
    if (done % PROGRESS_EVERY === 0) say(`${done} of ${schedules}, ${violations} violations so far`);
  };
  // Bundled once here. The threads get the bundles from this one.
  await Promise.all([bundle(PROGRAM), bundleIndexedDb()]);
  const shares = sharesOf(seed, schedules);
  const work = async (): Promise<void> => {
    for (let share = shares.shift(); share; share = shares.shift()) await inThread(share, onReport);
  };
  await Promise.all(Array.from({ length: workers }, work));
  if (done < schedules) say(`${schedules - done} of ${schedules} schedules were not run.`);
  report(done, violations);
  if (done < schedules) process.exitCode = 1;
}

function sharesOf(seed: number, schedules: number): Share[] {
  const end = seed + schedules;
  return Array.from({ length: Math.ceil(schedules / MOST_SCHEDULES) }, (_, index) => {
    const from = seed + index * MOST_SCHEDULES;
    return { from, to: Math.min(from + MOST_SCHEDULES, end) };
  });
}

function report(schedules: number, violations: number): void {
  say(`${schedules} schedules, ${violations} violations`);
  process.exitCode = violations > 0 ? 1 : 0;
}

/**
 * Settles when the thread ends for any reason: a world that loops forever within one turn runs out of memory.
 */
async function inThread(share: Share, onReport: (violation: string | null) => void): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: share,
    // Worlds consist of many short-lived objects. With rare garbage collections, most are dead by then, and
    // less than a tenth survives.
    resourceLimits: { maxYoungGenerationSizeMb: 256, maxOldGenerationSizeMb: 768 },
  });
  let number = share.from;
  worker.on('message', (violation: string | null) => {
    number += 1;
    onReport(violation);
  });
  worker.on('error', (error) => say(String(error)));
  await new Promise((resolve) => worker.on('exit', resolve));
  if (number < share.to) say(`A thread ended in the middle of a schedule.\n  ${replayOf(number)}`);
}

async function runShare({ from, to }: Share, report: (violation: string | null) => void): Promise<void> {
  // Stack traces keep everything on the stack alive, so a world's errors would keep it in memory long after
  // its end. Replays have stack traces.
  Error.stackTraceLimit = 0;
  const program = await compileProgram();
  for (let number = from; number < to; number += 1) {
    const outcome = await runSchedule(scheduleOf(number), program);
    report(outcome.violations.length === 0 ? null : await describe(number, outcome, program));
  }
}

/** Returns a line with the violation, and the command that repeats it with as few steps as possible. */
async function describe(number: number, outcome: Outcome, program: Programs): Promise<string> {
  const schedule = scheduleOf(number);
  const [violation = ''] = outcome.violations;
  const kind = violation.slice(0, violation.indexOf(':'));
  const steps = await fewestSteps(outcome.steps, async (kept) => {
    const shrunk = { ...schedule, steps: kept.flatMap((index) => schedule.steps[index] ?? []) };
    const { violations } = await runSchedule(shrunk, program);
    return violations.some((each) => each.startsWith(`${kind}:`));
  });
  return `${violation}\n  ${replayOf(number, steps)}`;
}

/** Returns the command that repeats a schedule with these steps, or with all of them. */
function replayOf(number: number, steps: readonly number[] = []): string {
  return `npm run simulate -- --replay '${number}:${steps.join(',')}'`;
}

async function replay(replayed: string): Promise<number> {
  const [seed = '', steps = ''] = replayed.split(':');
  const schedule = scheduleOf(Number(seed));
  const kept =
    steps === '' ? schedule.steps : steps.split(',').flatMap((index) => schedule.steps[Number(index)] ?? []);
  say(schedule.layout);
  for (const step of kept) say(`  ${JSON.stringify(step)}`);
  const { violations } = await runSchedule({ ...schedule, steps: kept }, await compileProgram());
  for (const violation of violations) say(violation);
  return violations.length > 0 ? 1 : 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
