import { hearWake } from '../db/change-sets.ts';
import { ACCOUNT_LANE, type Collection } from '../db/rows.ts';
import type { Setback } from './answer.ts';
import { backoffMs, type Clock } from './clock.ts';
import { SPEC_TIMES, wantedCollections, type Times, type Wanted } from './freshness.ts';
import { LeadershipLostError, type Leadership } from './leader.ts';
import { pullCollection } from './pull.ts';
import { pushNext } from './push.ts';
import { hasSession, refreshIfDue } from './session.ts';
import { noteSetback, noteSuccess } from './status.ts';
import type { Transport } from './transport.ts';

/** The longest that the loop rests when nothing wakes it. */
const REST_MS = 30_000;

/** Something that is tried again, and when. */
interface Wait {
  tries: number;
  until: number;
  /** The server could not be reached at all: the success of any request says that it is worth trying again. */
  unreachable: boolean;
}

/** Pushes and pulls of different lanes go side by side; of one lane and kind, one at a time. */
export interface SyncLoopOptions {
  leadership: Leadership;
  /** For pulls: what can be fetched again need not be flushed. */
  relaxed: Leadership;
  transport: Transport;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Decides when the leader pushes and pulls, until the signal. Pushes go first and as soon as there is something;
 * a collection is pulled when it is stale or when an acknowledged edit awaits it. What fails waits with full jitter;
 * any success and `online` end all waits.
 */
export async function runSyncLoop(options: SyncLoopOptions): Promise<void> {
  const loop = new SyncLoop(options);
  await loop.run();
}

class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #waits = new Map<string, Wait>();
  readonly #pulledAt = new Map<string, number>();
  readonly #awaited = new Map<string, Wanted>();
  #paused: 'signed_out' | 'update_needed' | null = null;
  #times: Times | null = null;
  #wake: () => void = () => undefined;
  #awake = false;
  #failure: Error | null = null;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { leadership, signal, clock } = this.#options;
    const stopHearing = hearWake(leadership.db.userId, () => this.#rouse());
    const onOnline = () => {
      this.#waits.clear();
      this.#rouse();
    };
    self.addEventListener('online', onOnline);
    signal.addEventListener('abort', () => this.#rouse());
    try {
      await this.#expectAcknowledged();
      while (!signal.aborted && !this.#failure) {
        const due = await this.#round();
        await this.#rest(Math.max(due - clock.now(), 0));
      }
      await Promise.all(this.#running.values());
      if (this.#failure && !(this.#failure instanceof LeadershipLostError)) throw this.#failure;
    } finally {
      stopHearing();
      self.removeEventListener('online', onOnline);
    }
  }

  /** Edits acknowledged under an earlier leader still wait for their lists. */
  async #expectAcknowledged(): Promise<void> {
    const acked = await this.#options.leadership.db.outbox.filter((row) => row.state === 'acked').toArray();
    for (const row of acked) this.#expect(row.lane, row.awaiting ?? []);
  }

  #expect(lane: string, collections: readonly Collection[]): void {
    for (const collection of collections) {
      const wanted = { lane: collection === 'transactions' ? ACCOUNT_LANE : lane, collection, staleMs: 0 };
      this.#awaited.set(`${wanted.lane}/${collection}`, wanted);
    }
  }

  /** Starts what is due and answers when, at the latest, to look again (epoch milliseconds). */
  async #round(): Promise<number> {
    const { leadership, clock, transport } = this.#options;
    const { db } = leadership;
    const now = clock.now();
    if (this.#paused === 'signed_out' && (await hasSession(db.userId))) this.#paused = null;
    if (this.#paused) return now + REST_MS;
    if ((await refreshIfDue(transport, clock, db.userId)) === 'ended') {
      await this.#hold('session', { kind: 'signed_out', message: 'Your session has ended.' });
      return now + REST_MS;
    }
    if (!this.#times) this.#start('config', () => this.#learnTimes());
    let due = now + REST_MS;
    const lanes = new Set(
      (await db.outbox.filter((row) => row.state !== 'acked').toArray()).map((row) => row.lane),
    );
    for (const lane of lanes)
      due = Math.min(
        due,
        this.#start(`push/${lane}`, () => this.#pushLane(lane)),
      );
    const wanted = await wantedCollections(db, this.#times ?? SPEC_TIMES, now);
    for (const { lane, collection, staleMs } of [...wanted, ...this.#awaited.values()]) {
      const key = `${lane}/${collection}`;
      const staleAt = this.#awaited.has(key) ? now : (this.#pulledAt.get(key) ?? 0) + staleMs;
      due = Math.min(
        due,
        staleAt > now ? staleAt : this.#start(`pull/${key}`, () => this.#pull(lane, collection)),
      );
    }
    return due;
  }

  /** Runs a job unless it runs already or waits; answers when it may next be looked at. */
  #start(key: string, job: () => Promise<void>): number {
    const wait = this.#waits.get(key);
    const now = this.#options.clock.now();
    if (wait && wait.until > now) return wait.until;
    if (!this.#running.has(key)) {
      const running = job()
        .catch((error: unknown) => {
          this.#failure = error instanceof Error ? error : new Error(String(error));
        })
        .finally(() => {
          this.#running.delete(key);
          this.#rouse();
        });
      this.#running.set(key, running);
    }
    return now + REST_MS;
  }

  async #pushLane(lane: string): Promise<void> {
    const { leadership, transport, signal } = this.#options;
    while (!signal.aborted && !this.#paused) {
      const pushed = await pushNext(leadership, transport, lane);
      switch (pushed.outcome) {
        case 'idle':
          return;
        case 'sent':
        case 'refused':
          // A refusal often means that others changed what the edit was made upon: the person should see it.
          this.#expect(lane, pushed.refreshes);
          await this.#succeeded(`push/${lane}`);
          break;
        case 'held':
          await this.#hold(`push/${lane}`, pushed.setback);
          return;
      }
    }
  }

  async #pull(lane: string, collection: Collection): Promise<void> {
    const { relaxed, transport, clock } = this.#options;
    const key = `${lane}/${collection}`;
    const asked = clock.now();
    this.#awaited.delete(key);
    const pulled = await pullCollection(relaxed, transport, lane, collection);
    if (pulled.outcome === 'held') {
      if (await this.#awaitsAny(lane, collection)) this.#expect(lane, [collection]);
      // A deal that we may not see any more: the list of deals will say so.
      if (pulled.setback.kind === 'rejected') this.#expect(ACCOUNT_LANE, ['transactions']);
      await this.#hold(`pull/${key}`, pulled.setback);
      return;
    }
    this.#pulledAt.set(key, asked);
    await this.#succeeded(`pull/${key}`);
  }

  async #awaitsAny(lane: string, collection: Collection): Promise<boolean> {
    const rows = await this.#options.leadership.db.outbox.filter((row) => row.state === 'acked').toArray();
    return rows.some(
      (row) => (lane === ACCOUNT_LANE || row.lane === lane) && (row.awaiting ?? []).includes(collection),
    );
  }

  async #succeeded(key: string): Promise<void> {
    const { relaxed, clock } = this.#options;
    this.#waits.delete(key);
    for (const [waiting, wait] of this.#waits) if (wait.unreachable) this.#waits.delete(waiting);
    await noteSuccess(relaxed.db, clock.now());
  }

  async #hold(key: string, setback: Setback): Promise<void> {
    const { clock, relaxed } = this.#options;
    if (setback.kind === 'signed_out' || setback.kind === 'update_needed') this.#paused = setback.kind;
    const tries = (this.#waits.get(key)?.tries ?? 0) + 1;
    const asked = setback.kind === 'retry' ? setback.afterMs : null;
    const until = clock.now() + backoffMs(tries, clock.random(), asked);
    this.#waits.set(key, { tries, until, unreachable: setback.kind === 'retry' && setback.unreachable });
    await noteSetback(relaxed.db, setback);
  }

  /** The server's own times; until it answers, the spec's hold (core spec 8: a config that fails is an empty one). */
  async #learnTimes(): Promise<void> {
    const answer = await this.#options.transport.ask((api, with_) => api.config.get(undefined, with_));
    if (answer.kind === 'ok') this.#times = answer.body;
    else if (answer.kind !== 'not_modified') await this.#hold('config', answer);
  }

  #rouse(): void {
    this.#awake = true;
    this.#wake();
  }

  async #rest(ms: number): Promise<void> {
    if (!this.#awake) {
      await new Promise<void>((resolve) => {
        const stop = this.#options.clock.after(ms, resolve);
        this.#wake = () => {
          stop();
          resolve();
        };
      });
    }
    this.#awake = false;
  }
}
