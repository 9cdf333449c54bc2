import type { Channels } from './channels.ts';
import { constants, createContext } from 'node:vm';
import { compile, type Mutation, type Runnable } from './compile.ts';
import type { Clock } from '../../../src/sync/clock.ts';
import type { Disk } from './disk.ts';
import type { Locks } from './locks.ts';
import type { Program } from './program.ts';
import type { Scheduler, Strand } from './scheduler.ts';

/** The product's code, ready to run in any number of pages and workers; and the same with stores of a later version. */
export interface Programs {
  current: Runnable;
  newer: Runnable;
}

/** Compiles the product, as it is or with something changed. */
export async function compileProgram(mutations: readonly Mutation[] = []): Promise<Programs> {
  const grown = {
    file: 'src/db/database.ts',
    from: /const SCHEMA_VERSION = \d+;/,
    to: 'const SCHEMA_VERSION = 1000;',
  };
  const compiled = async (changed: readonly Mutation[]): Promise<Runnable> =>
    compile('tests/simulation/world/program.ts', ['enter'], changed);
  return { current: await compiled(mutations), newer: await compiled([...mutations, grown]) };
}

const inspectors = new WeakMap<Runnable, Program>();

/** The program's own rules, for judging what its pages and workers have done. It has no disk and no neighbours. */
export function inspectorOf(runnable: Runnable): Program {
  const known = inspectors.get(runnable);
  if (known) return known;
  const entered: Program[] = [];
  const context = createContext(constants.DONT_CONTEXTIFY);
  Object.assign(context, { self: context, queueMicrotask, structuredClone, crypto });
  runnable({ enter: (started: Program) => entered.push(started) }, context);
  const [program] = entered;
  if (!program) throw new Error('the program did not start');
  inspectors.set(runnable, program);
  return program;
}

/** What the pages and workers of one device's browser profile share. */
export interface Profile {
  scheduler: Scheduler;
  disk: Disk;
  locks: Locks;
  channels: Channels;
  /** By how much the device's clock is off, milliseconds. */
  clockIsOff: number;
  /** What the product's code has said on the console. */
  log: string[];
}

/** A page or a worker: its own thread, its own modules, its own handles. */
export class Realm {
  readonly strand: Strand;
  readonly program: Program;
  readonly events = new EventTarget();
  readonly #profile: Profile;

  constructor(profile: Profile, name: string, runnable: Runnable) {
    this.#profile = profile;
    this.strand = profile.scheduler.strand(name);
    const entered: Program[] = [];
    const before = profile.scheduler.current;
    profile.scheduler.current = this.strand;
    const context = createContext(constants.DONT_CONTEXTIFY);
    Object.assign(context, this.#globals(), { self: context });
    runnable({ enter: (started: Program) => entered.push(started) }, context);
    profile.scheduler.current = before;
    const [program] = entered;
    if (!program) throw new Error('the program did not start');
    this.program = program;
  }

  /** The clock of this device; its timers die with the realm. */
  get clock(): Clock {
    const { scheduler } = this.#profile;
    return {
      now: () => this.#now(),
      after: (ms, callback) => scheduler.after(this.strand, ms, callback),
      random: () => scheduler.random.next(),
    };
  }

  /** Has the realm's code do something, in its own thread. */
  act(action: () => void): void {
    this.#profile.scheduler.queue(this.strand, action);
  }

  /** The process dies: nothing of its code acts any more. */
  crash(): void {
    const { scheduler, disk, locks, channels } = this.#profile;
    scheduler.end(this.strand);
    channels.drop(this.strand);
    disk.drop(this.strand);
    locks.drop(this.strand);
  }

  #now(): number {
    const { scheduler, clockIsOff } = this.#profile;
    return scheduler.now + clockIsOff;
  }

  /** Everything through which the product's code reaches the world: it has no other time, chance or neighbours. */
  #globals(): Record<string, unknown> {
    const { scheduler, disk, locks, channels, log } = this.#profile;
    const { strand, events } = this;
    const now = () => this.#now();
    const timers = new Map<number, () => void>();
    let numbers = 0;
    class WorldDate extends Date {
      constructor(...from: [] | [number | string]) {
        if (from.length === 0) super(now());
        else super(from[0]);
      }
      static override now(): number {
        return now();
      }
    }
    const say = (...said: unknown[]): void => {
      log.push(said.map((each) => (each instanceof Object && 'stack' in each ? each.stack : each)).join(' '));
    };
    return {
      indexedDB: disk.seenBy(strand),
      IDBKeyRange: disk.keyRange,
      BroadcastChannel: channels.seenBy(strand),
      navigator: { locks: locks.seenBy(strand), onLine: true },
      crypto: {
        getRandomValues(bytes: Uint8Array) {
          for (let index = 0; index < bytes.length; index += 1) bytes[index] = scheduler.random.below(256);
          return bytes;
        },
      },
      location: { origin: 'https://counterpart.test' },
      Date: WorldDate,
      Math: Object.create(Math, { random: { value: () => scheduler.random.next() } }),
      setTimeout(callback: () => void, ms = 0): number {
        numbers += 1;
        timers.set(numbers, scheduler.after(strand, ms, callback));
        return numbers;
      },
      clearTimeout(number: number): void {
        timers.get(number)?.();
        timers.delete(number);
      },
      setImmediate: (task: () => void) => scheduler.queue(strand, task),
      queueMicrotask,
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
      console: { log: say, warn: say, error: say },
      AbortController,
      AbortSignal,
      CustomEvent,
      DOMException,
      Event,
      structuredClone,
    };
  }
}
