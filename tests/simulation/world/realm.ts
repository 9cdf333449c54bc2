import type { Channels, Port } from './channels.ts';
import { constants, createContext } from 'node:vm';
import { archiver, MemoryBlob } from './archive.ts';
import { bundle, compile, type Mutation, type Runnable } from './compile.ts';
import type { Clock } from '../../../src/sync/engine/clock.ts';
import { Disk } from './disk.ts';
import type { Locks } from './locks.ts';
import type { Program } from './program.ts';
import { Random } from './random.ts';
import type { Scheduler, Strand } from './scheduler.ts';

/**
 * The product's code, ready to run in any number of pages and workers, and the same code with a later version
 * of the stores.
 */
export interface Programs {
  current: Runnable;
  newer: Runnable;
}

/** The entry file of the program that pages and workers run. */
export const PROGRAM = 'tests/simulation/world/program.ts';

/** Compiles the product, unchanged or with these mutations. */
export async function compileProgram(mutations: readonly Mutation[] = []): Promise<Programs> {
  const code = await bundle(PROGRAM, mutations);
  const grown = code.replace(/\bSCHEMA_VERSION = \d+ /, 'SCHEMA_VERSION = 1000 ');
  if (grown === code) throw new Error('the program has no version of its stores');
  return { current: compile(code, PROGRAM, ['enter']), newer: compile(grown, PROGRAM, ['enter']) };
}

/** What the pages and workers of one device's browser profile share. */
export interface Profile {
  scheduler: Scheduler;
  disk: Disk;
  locks: Locks;
  channels: Channels;
  /** How far the device's clock is off, in milliseconds. */
  clockIsOff: number;
  /** What the product's code has written to the console. */
  log: string[];
}

type DiskSeen = ReturnType<Disk['seenBy']>;

/** How many worlds a shell runs in before it is dropped, along with anything that it still holds of them. */
const MOST_WORLDS = 10;

/** Unused shells, by their program. */
const free = new WeakMap<Runnable, Shell[]>();

/** A page or a worker, with its own thread, modules and handles. */
export class Realm {
  readonly strand: Strand;
  readonly #profile: Profile;
  readonly #runnable: Runnable;
  readonly #shell: Shell;

  constructor(profile: Profile, name: string, runnable: Runnable) {
    this.#profile = profile;
    this.#runnable = runnable;
    this.strand = profile.scheduler.strand(name);
    const before = profile.scheduler.current;
    profile.scheduler.current = this.strand;
    this.#shell = free.get(runnable)?.pop() ?? new Shell(runnable);
    this.#shell.enter({ profile, strand: this.strand });
    profile.scheduler.current = before;
  }

  get program(): Program {
    return this.#shell.program;
  }

  get events(): EventTarget {
    return this.#shell.events;
  }

  /** The device's clock. Its timers end with the realm. */
  get clock(): Clock {
    const { scheduler } = this.#profile;
    return {
      now: () => scheduler.now + this.#profile.clockIsOff,
      after: (ms, callback) => scheduler.after(this.strand, ms, callback),
      random: () => scheduler.random.next(),
    };
  }

  /** Runs something in the realm's own strand. */
  act(action: () => void): void {
    this.#profile.scheduler.queue(this.strand, action);
  }

  /** Kills the process: none of its code runs anymore. */
  crash(): void {
    const { scheduler, disk, locks, channels } = this.#profile;
    scheduler.end(this.strand);
    channels.drop(this.strand);
    disk.drop(this.strand);
    locks.drop(this.strand);
  }

  /** Ends the realm, after everything in it was stopped and closed, so that another world can use its shell. */
  retire(): void {
    this.crash();
    if (!this.#shell.leave()) return;
    const shells = free.get(this.#runnable);
    if (shells) shells.push(this.#shell);
    else free.set(this.#runnable, [this.#shell]);
  }
}

/** Returns a copy of the program, whose rules check what pages and workers have done. */
export function inspectorOf(runnable: Runnable): Program {
  const known = inspectors.get(runnable) ?? new Shell(runnable).program;
  inspectors.set(runnable, known);
  return known;
}

const inspectors = new WeakMap<Runnable, Program>();

/** A shell's current world, and its strand there. */
interface Home {
  profile: Profile;
  strand: Strand;
}

/** Replaces `AbortSignal.any`, which in Node depends on garbage collection. */
function whicheverAborts(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort(signal.reason);
    else signal.addEventListener('abort', () => any.abort(signal.reason));
  }
  return any.signal;
}

/**
 * A BroadcastChannel as a page sees it. A channel that is opened only once, such as Dexie's, moves from world
 * to world.
 */
class ShellChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #name: string;
  readonly #listeners = new Set<(event: { data: unknown }) => void>();
  #port: Port | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  attach({ profile, strand }: Home): void {
    this.#port = profile.channels.open(strand, this.#name, (data) => {
      this.onmessage?.({ data });
      for (const listener of this.#listeners) listener({ data });
    });
  }

  detach(): void {
    this.#port = null;
  }

  addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    this.#listeners.add(listener);
  }

  postMessage(message: unknown): void {
    this.#port?.post(message);
  }

  close(): void {
    this.#port?.close();
  }
}

/**
 * A separate JavaScript context with the program, which can reach only its current world. If that world ends
 * without violations, the shell is reused for another one, because code that has run before runs twice as
 * fast.
 */
class Shell {
  readonly program: Program;
  readonly events = new EventTarget();
  #home: Home | null = null;
  #random = new Random(1);
  #worlds = 0;
  readonly #channels = new Set<ShellChannel>();

  constructor(runnable: Runnable) {
    const entered: Program[] = [];
    const context = createContext(constants.DONT_CONTEXTIFY);
    Object.assign(context, this.#globals(), { self: context });
    // As in our own context.
    Object.assign(Object(Reflect.get(context, 'Error')), { stackTraceLimit: Error.stackTraceLimit });
    const uuid = { v7: () => this.#newUuid() };
    const modules = { uuid, '@zip.js/zip.js/lib/zip-core-custom.js': archiver };
    runnable({ enter: (started: Program) => entered.push(started), modules }, context);
    const [program] = entered;
    if (!program) throw new Error('the program did not start');
    this.program = program;
  }

  enter(home: Home): void {
    this.#home = home;
    this.#random = new Random(Math.floor(home.profile.scheduler.random.next() * 2 ** 31));
    this.#worlds += 1;
    for (const channel of this.#channels) channel.attach(home);
  }

  /** Leaves the world. Returns whether it can be used again. */
  leave(): boolean {
    this.#home = null;
    for (const channel of this.#channels) channel.detach();
    return this.#worlds < MOST_WORLDS;
  }

  #openChannel(name: string): ShellChannel {
    const channel = new ShellChannel(name);
    this.#channels.add(channel);
    if (this.#home) channel.attach(this.#home);
    return channel;
  }

  /** @throws {Error} if the program does something before it is in a world */
  #at(): Home {
    if (!this.#home) throw new Error('the program has no world yet');
    return this.#home;
  }

  #now(): number {
    if (!this.#home) return 0;
    const { scheduler, clockIsOff } = this.#home.profile;
    return scheduler.now + clockIsOff;
  }

  /** Returns an id like UUIDv7: the time, then random digits. */
  #newUuid(): string {
    const time = this.#now().toString(16).padStart(12, '0');
    const chance = Array.from({ length: 18 }, () => this.#random.below(16).toString(16)).join('');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6)}`;
  }

  /**
   * Returns everything through which the product's code can reach the world. It has no other source of time,
   * randomness or messages.
   */
  #globals(): Record<string, unknown> {
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
      const words = said.map((each) => (each instanceof Object && 'stack' in each ? each.stack : each));
      this.#home?.profile.log.push(words.join(' '));
    };
    const { events } = this;
    const disk = (): DiskSeen => this.#at().profile.disk.seenBy(this.#at().strand);
    const openChannel = (name: string): ShellChannel => this.#openChannel(name);
    return {
      indexedDB: {
        open: (...of: Parameters<DiskSeen['open']>) => disk().open(...of),
        deleteDatabase: (name: string) => disk().deleteDatabase(name),
        cmp: (a: unknown, b: unknown) => disk().cmp(a, b),
        databases: async () => disk().databases(),
      },
      IDBKeyRange: Disk.keyRange,
      BroadcastChannel: function BroadcastChannel(name: string) {
        return openChannel(name);
      },
      navigator: {
        onLine: true,
        locks: {
          request: async (...of: Parameters<LockManager['request']>) =>
            this.#at()
              .profile.locks.seenBy(this.#at().strand)
              .request(...of),
          query: async () => this.#at().profile.locks.seenBy(this.#at().strand).query(),
        },
      },
      crypto: {
        getRandomValues: (bytes: Uint8Array) => bytes.map(() => this.#random.below(256)),
      },
      location: { origin: 'https://counterpart.test' },
      Date: WorldDate,
      Math: Object.create(Math, { random: { value: () => this.#random.next() } }),
      setTimeout: (callback: () => void, ms = 0): number => {
        numbers += 1;
        const { profile, strand } = this.#at();
        const number = numbers;
        const goOff = (): void => {
          timers.delete(number);
          callback();
        };
        timers.set(number, profile.scheduler.after(strand, ms, goOff));
        return number;
      },
      clearTimeout(number: number): void {
        timers.get(number)?.();
        timers.delete(number);
      },
      setImmediate: (task: () => void) => this.#at().profile.scheduler.queue(this.#at().strand, task),
      queueMicrotask,
      reportError: (error: unknown) => say('reported:', error),
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
      console: { log: say, warn: say, error: say },
      AbortController,
      Blob: MemoryBlob,
      AbortSignal: Object.create(AbortSignal, { any: { value: whicheverAborts } }),
      CustomEvent,
      DOMException,
      Event,
      EventTarget,
      structuredClone,
      WritableStream,
    };
  }
}
