import { SIGNING_TYPES, type SigningType } from '../../../src/contract/rules/documents/upload-checks.ts';
import type { Random } from '../random.ts';

/**
 * Something that a person does or that happens to them while files are uploading. Times are in ms, sizes in
 * bytes.
 */
export type Step =
  /** `hasty`: the next step doesn't wait until the files are in the queue. */
  | { kind: 'drop'; sizes: number[]; hasty: boolean }
  | { kind: 'drop on a full disk'; size: number }
  | { kind: 'reload' }
  | { kind: 'close all tabs'; forMs: number }
  | { kind: 'stop the service worker' }
  | { kind: 'kill the browser' }
  | { kind: 'kill the server'; forMs: number }
  | { kind: 'cut the wires'; which: 'api' | 'store' | 'both'; forMs: number }
  | { kind: 'break connections' }
  | { kind: 'end the session' }
  | { kind: 'rename'; nth: number }
  | { kind: 'choose a signing type'; nth: number; type: SigningType }
  | { kind: 'remove'; nth: number }
  | { kind: 'pause'; forMs: number };

export interface Schedule {
  /** The speed of the connection to the store, in bytes per second; null = unlimited. */
  storeRate: number | null;
  /** Each step, and the pause after it. */
  steps: { step: Step; thenMs: number }[];
}

const kinds: readonly { choice: Step['kind']; weight: number }[] = [
  { choice: 'drop', weight: 3 },
  { choice: 'drop on a full disk', weight: 1 },
  { choice: 'reload', weight: 2 },
  { choice: 'close all tabs', weight: 3 },
  { choice: 'stop the service worker', weight: 2 },
  { choice: 'kill the browser', weight: 2 },
  { choice: 'kill the server', weight: 2 },
  { choice: 'cut the wires', weight: 2 },
  { choice: 'break connections', weight: 2 },
  { choice: 'end the session', weight: 2 },
  { choice: 'rename', weight: 3 },
  { choice: 'choose a signing type', weight: 2 },
  { choice: 'remove', weight: 2 },
  { choice: 'pause', weight: 1 },
];

const rates = [
  { choice: null, weight: 1 },
  { choice: 8_000_000, weight: 2 },
  { choice: 2_000_000, weight: 2 },
];

/**
 * Returns the steps of a run, which depend only on its seed: first files are dropped, then other steps
 * follow. A brief run has half as many.
 */
export function planSchedule(random: Random, brief: boolean): Schedule {
  const count = brief ? 3 + random.below(3) : 6 + random.below(5);
  const steps: Schedule['steps'] = [{ step: planDrop(random.fork('first')), thenMs: random.below(600) }];
  for (let at = 0; at < count; at += 1) {
    const own = random.fork(at);
    steps.push({ step: planStep(own), thenMs: own.chance(0.3) ? 0 : own.below(1200) });
  }
  return { storeRate: random.weighted(rates), steps };
}

function planStep(random: Random): Step {
  const kind = random.weighted(kinds);
  switch (kind) {
    case 'drop':
      return planDrop(random);
    case 'drop on a full disk':
      return { kind, size: 3_000_000 };
    case 'close all tabs':
      return { kind, forMs: 500 + random.below(4000) };
    case 'kill the server':
      return { kind, forMs: random.below(1500) };
    case 'cut the wires':
      return { kind, which: which(random), forMs: 200 + random.below(2000) };
    case 'pause':
      return { kind, forMs: 200 + random.below(1500) };
    case 'rename':
    case 'remove':
      return { kind, nth: random.below(8) };
    case 'choose a signing type':
      return { kind, nth: random.below(8), type: SIGNING_TYPES[random.below(3)] ?? 'to_be_signed' };
    default:
      return { kind };
  }
}

function which(random: Random): 'api' | 'store' | 'both' {
  return random.weighted([
    { choice: 'api', weight: 1 },
    { choice: 'store', weight: 1 },
    { choice: 'both', weight: 2 },
  ]);
}

function planDrop(random: Random): Step {
  const count = 1 + random.below(4);
  const sizes = Array.from({ length: count }, () => planSize(random));
  return { kind: 'drop', sizes, hasty: random.chance(0.2) };
}

/** Most documents are small. Some are too large for a single form. */
function planSize(random: Random): number {
  const most = random.weighted([
    { choice: 20_000, weight: 3 },
    { choice: 1_500_000, weight: 3 },
    { choice: 20_000_000, weight: 1 },
  ]);
  return 1000 + random.below(most);
}
