import * as fc from 'fast-check';
import type { Programs } from './realm.ts';
import { violations, violationsAtRest, violationsInTheEnd } from './invariants/invariants.ts';
import { pick, Random } from './random.ts';
import { WorldError } from './scheduler.ts';
import { runCommand, KINDS, SETTLED, type Step } from './steps.ts';
import { LAYOUTS, World, type Plan } from './world.ts';

/** A complete run: the layout, the scheduler's seed, and the steps. */
export interface Schedule extends Plan {
  steps: Step[];
}

/** The result of a run. */
export interface Outcome {
  violations: string[];
  /** How many steps were carried out. */
  steps: number;
  /** A hash of everything that happened. The same schedule gives the same hash. */
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

/** Returns the schedule with this number. `signing`: whether people assign signatures in it. */
export function scheduleOf(seed: number, { signing = true } = {}): Schedule {
  const [schedule] = fc.sample(schedules, { seed, numRuns: 1 });
  if (!schedule) throw new Error('there is no schedule');
  const signedOut = withSignOuts(schedule.steps, new Random(schedule.seed ^ 0x2c1b3c6d));
  const steps = withCutEdits(signedOut, new Random(schedule.seed ^ 0x5f356495));
  if (!signing) return { ...schedule, steps };
  const signed = withSigning(steps, new Random(schedule.seed ^ 0x3d4d51cb));
  const edited = withPageEdits(signed, new Random(schedule.seed ^ 0x1b56c4e9));
  return { ...schedule, steps: withPackets(edited, new Random(schedule.seed ^ 0x66a1f2d7)) };
}

/** What can happen during a sign-out or after it. */
const MEANWHILE: readonly Step['kind'][] = [
  'tab crashes',
  'tab closes',
  'tab opens',
  'offline',
  'leader sleeps',
  'release',
  'another signs in',
  'another signs in',
];

/**
 * In every second schedule, the person signs out and returns, once or twice. Drawn separately, so that
 * schedules without it stay the same.
 */
function withSignOuts(steps: readonly Step[], random: Random): Step[] {
  const put = [...steps];
  for (let left = random.below(4) - 1; left > 0; left -= 1) {
    const draw = (kind: Step['kind'], most: number): Step => {
      const [a = 0, b = 0, c = 0] = Array.from({ length: 3 }, () => random.below(31));
      return { kind, a, b, c, turns: random.below(most) };
    };
    // Rather early, because later there is often something that can never be sent.
    const at = Math.min(random.below(put.length), random.below(put.length));
    const until = Math.min(at + random.below(10), put.length);
    const out = draw('sign out', SETTLED * 2);
    const cut = pick(MEANWHILE, random.below(MEANWHILE.length * 2));
    const meanwhile = random.below(3) === 0 ? [] : [draw(cut ?? 'release', SETTLED * 2)];
    // On the same device.
    const back = { ...draw('sign in', SETTLED * 2), a: out.a };
    put.splice(until, 0, back);
    // In half of the cases, a pull is in progress for a long time.
    const before: Step[] =
      random.below(2) === 0 ? [] : [{ ...draw('fault', SETTLED), fault: 'answer delayed', c: 3 }];
    put.splice(at, 0, ...[...before, out, ...meanwhile].map((each) => ({ ...each, a: out.a })));
  }
  return put;
}

/** Sometimes makes something happen to an edit between its paint and its commit. Also drawn separately. */
function withCutEdits(steps: readonly Step[], random: Random): Step[] {
  const put = [...steps];
  for (let left = random.below(4); left > 0; left -= 1) {
    const [a = 0, b = 0, c = 0] = Array.from({ length: 3 }, () => random.below(31));
    const cut: Step = { kind: 'edit is cut', a, b, c, turns: random.below(SETTLED * 2) };
    put.splice(random.below(put.length), 0, cut);
  }
  return put;
}

/** What people do about signatures. Kinds that are listed twice happen twice as often. */
const SIGNING: readonly Step['kind'][] = [
  'add signatory',
  'add signatory',
  'edit signatory',
  'edit signatory',
  'delete signatory',
  'add representative',
  'add representative',
  'edit representative',
  'edit representative',
  'add list',
  'take over',
  'copy signatories',
  'set values',
  'set values',
  'edit signing group',
  'edit group members',
  'edit group members',
  'edit group members',
  'assign group',
  'assign group',
  'assign',
  'assign',
  'assign',
  'mark page',
  'mark page',
  'edit fields',
  'edit fields',
  'edit fields',
  'edit assignment',
  'unassign',
  'undo',
  'undo',
  'colleague signs',
  'colleague signs',
  'colleague signs',
];

/** Adds steps in which people assign signatures. Also drawn separately. */
function withSigning(steps: readonly Step[], random: Random): Step[] {
  const put = [...steps];
  for (let left = random.below(50); left > 0; left -= 1) {
    const [a = 0, b = 0, c = 0] = Array.from({ length: 3 }, () => random.below(31));
    // Signatories are added early, because the other steps need them.
    const isFirst = left % 8 === 0;
    const kind = isFirst ? 'add signatory' : (pick(SIGNING, random.below(SIGNING.length)) ?? 'undo');
    const at = random.below(isFirst ? Math.ceil(put.length / 4) : put.length);
    put.splice(at, 0, { kind, a, b, c, turns: random.below(SETTLED * 2) });
  }
  return put;
}

const PAGE_EDITS = ['edit pages', 'edit pages', 'undo', 'colleague edits a page'] as const;
const PACKETS = [
  'create packets',
  'create packets',
  'send packets',
  'send packets',
  'packets are made',
  'packets are made',
  'undo',
] as const;

/** Adds steps in which people edit signature pages, if there are any. Also drawn separately. */
function withPageEdits(steps: readonly Step[], random: Random): Step[] {
  return afterAssigning(steps, random, { kinds: PAGE_EDITS, most: 16 });
}

/**
 * Adds steps in which people create and send packets, if anybody has something to sign. Also drawn
 * separately.
 */
function withPackets(steps: readonly Step[], random: Random): Step[] {
  return afterAssigning(steps, random, { kinds: PACKETS, most: 24 });
}

/** Adds fewer than `most` steps after the first assignment. */
function afterAssigning(
  steps: readonly Step[],
  random: Random,
  { kinds, most }: { kinds: readonly Step['kind'][]; most: number },
): Step[] {
  const put = [...steps];
  const first = put.findIndex(({ kind }) => kind === 'assign' || kind === 'assign group');
  if (first === -1) return put;
  for (let left = random.below(most); left > 0; left -= 1) {
    const [a = 0, b = 0, c = 0] = Array.from({ length: 3 }, () => random.below(31));
    const kind = pick(kinds, random.below(kinds.length));
    const at = first + 1 + random.below(put.length - first);
    put.splice(at, 0, { kind: kind ?? 'undo', a, b, c, turns: random.below(SETTLED * 2) });
  }
  return put;
}

/**
 * How many milliseconds faults may still affect the world after they have ended: a bit more than the longest
 * wait.
 */
const RECOVERY_MS = 10 * 60_000;

/** Runs a schedule; stops at the first violation. */
export async function runSchedule(schedule: Schedule, programs: Programs): Promise<Outcome> {
  const strays: string[] = [];
  const onStray = (reason: unknown): void => {
    strays.push(`stray: nothing handles ${String(reason)}`);
  };
  process.on('unhandledRejection', onStray);
  const world = await World.begin(schedule, programs);
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
      await runCommand(world, each);
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

/** Lets time pass until everything is synced, or for `RECOVERY_MS`. Returns the violations. */
async function recover(world: World): Promise<string[]> {
  const end = world.scheduler.now + RECOVERY_MS;
  for (;;) {
    await world.scheduler.advance(10_000);
    const found = [...check(world), ...(world.scheduler.now < end ? [] : violationsInTheEnd(world))];
    if (found.length > 0 || world.scheduler.now >= end) return found;
    if (violationsInTheEnd(world).length === 0) return [];
  }
}
