import { hearWake } from '../db/change-sets.ts';
import { isDatabaseClosed } from '../db/database.ts';
import { endSession, sessionNumber } from '../db/device-database.ts';
import { ACCOUNT_LANE, type Collection, type CursorRow } from '../db/rows.ts';
import { newUuid } from '../db/uuid.ts';
import { Alarm } from './alarm.ts';
import type { Setback } from './answer.ts';
import { retry } from './classify.ts';
import type { Clock } from './clock.ts';
import { SPEC_OFFER, wantedCollections, type Offer, type Wanted } from './freshness.ts';
import { Hints } from './hints.ts';
import { shelveStrays, shelveUnreadable } from './lane.ts';
import { LeadershipLostError, type Leadership } from './leader.ts';
import { pullCollection } from './pull.ts';
import { pushNext } from './push.ts';
import { isRefreshDue, refreshIfDue } from './session.ts';
import { noteSetback, noteSuccess } from './status.ts';
import type { Transport } from './transport.ts';
import { Waits } from './waits.ts';

/** The longest that the loop rests when nothing wakes it. */
const REST_MS = 30_000;

/** Pulls under way at the same time: pushes must find a free connection. */
const CONCURRENT_PULLS = 4;

/** How often a deal is pulled while its edits go out one after another, milliseconds. */
const PUSHING_MS = 1000;

/** How often the server is asked what it offers, milliseconds. */
const OFFER_MS = 60 * 60_000;

/** How often a deal is compared with what the server adds it up to, milliseconds. */
const CHECK_MS = 10 * 60_000;

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
 * Decides when the leader pushes and pulls, until the signal. Pushes go first and as soon as there is something; a
 * collection is pulled when it is stale or when an acknowledged edit awaits it. What fails waits by itself and holds up
 * nothing else. Without a session of the person's, or with a contract that is too old, everything is kept and waits.
 */
export async function runSyncLoop(options: SyncLoopOptions): Promise<void> {
  await new SyncLoop(options).run();
}

class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #alarm: Alarm;
  readonly #waits: Waits;
  readonly #running = new Map<string, Promise<void>>();
  readonly #pulledAt = new Map<string, number>();
  readonly #awaited = new Map<string, Wanted>();
  readonly #checkedAt = new Map<string, number>();
  readonly #hints = new Hints();
  /** Our server has refused the notifications: this leader does not ask for them again (core spec 8). */
  #feedDisabled = false;
  /** Deals in which documents with variables are being processed. */
  #processing: ReadonlySet<string> = new Set();
  /** The number of the person's session; null = they have none. */
  #session: number | null = null;
  #updateNeeded = false;
  /** Null until the server has been asked once: one that cannot say has the spec's lists (core spec 8). */
  #offer: Offer | null = null;
  #offerDue = 0;
  /** Why this worker cannot go on as the leader. */
  #end: Error | null = null;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
    this.#waits = new Waits(options.clock);
  }

  async run(): Promise<void> {
    const { leadership, signal, clock } = this.#options;
    const rouse = () => this.#alarm.ring();
    const onOnline = () => {
      this.#waits.clear();
      rouse();
    };
    const stopHearing = hearWake(leadership.db.userId, rouse);
    self.addEventListener('online', onOnline);
    signal.addEventListener('abort', rouse);
    try {
      await this.#takeOver();
      while (!signal.aborted && !this.#end) {
        const due = await this.#round();
        await this.#alarm.rest(due - clock.now());
      }
    } finally {
      await Promise.all(this.#running.values());
      stopHearing();
      self.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', rouse);
    }
    if (this.#end && !(this.#end instanceof LeadershipLostError)) throw this.#end;
  }

  /** What an earlier leader left: edits that cannot be read go to the tray, acknowledged ones wait for their lists. */
  async #takeOver(): Promise<void> {
    const { leadership } = this.#options;
    await shelveStrays(leadership);
    const lanes = new Set((await leadership.db.outbox.toArray()).map((row) => row.lane));
    for (const lane of lanes) await shelveUnreadable(leadership, lane);
    const acked = await leadership.db.outbox.filter((row) => row.state === 'acked').toArray();
    for (const row of acked) this.#expect(row.lane, row.awaiting ?? []);
  }

  #expect(lane: string, collections: readonly Collection[]): void {
    for (const collection of collections) {
      if (collection === 'transactions' || collection === 'notifications')
        this.#await(ACCOUNT_LANE, collection);
      else this.#await(lane, this.#offer?.change_feed ? 'changes' : collection);
    }
  }

  #await(lane: string, collection: CursorRow['collection']): void {
    this.#awaited.set(`${lane}/${collection}`, { lane, collection, staleMs: 0 });
  }

  /** Starts what is due and answers when, at the latest, to look again (epoch milliseconds). */
  async #round(): Promise<number> {
    const { leadership, clock } = this.#options;
    let rest = clock.now() + REST_MS;
    if (this.#updateNeeded || !(await this.#findSession())) return rest;
    if (await isRefreshDue(clock, leadership.db.userId)) {
      rest = Math.min(
        rest,
        this.#start('session', async () => this.#refresh()),
      );
      // A request after the refresh would race with the rotated token; one that cannot be made holds up nothing.
      if (this.#running.has('session')) return rest;
    }
    if (this.#offerDue <= clock.now()) {
      rest = Math.min(
        rest,
        this.#start('config', async () => this.#learnOffer()),
      );
    }
    rest = Math.min(rest, await this.#startPushes());
    if (!this.#offer) return rest;
    if (this.#offer.event_stream) {
      rest = Math.min(
        rest,
        this.#start('events', async () => this.#listen()),
      );
    }
    return Math.min(rest, await this.#startPulls(this.#offer));
  }

  /** Whether the person has a session. A new one ends every wait. */
  async #findSession(): Promise<boolean> {
    const { leadership, relaxed } = this.#options;
    const session = await sessionNumber(leadership.db.userId);
    if (session !== this.#session) this.#waits.clear();
    this.#session = session;
    if (session === null)
      await noteSetback(relaxed.db, { kind: 'signed_out', message: 'You are signed out.' }, 'session');
    return session !== null;
  }

  async #startPushes(): Promise<number> {
    const unsent = await this.#options.leadership.db.outbox.filter((row) => row.state !== 'acked').toArray();
    const lanes = new Set(unsent.map((row) => row.lane));
    const dues = [...lanes].map((lane) => this.#start(`push/${lane}`, async () => this.#pushLane(lane)));
    return Math.min(Infinity, ...dues);
  }

  async #startPulls(offer: Offer): Promise<number> {
    const { leadership, clock } = this.#options;
    const { db } = leadership;
    const now = clock.now();
    const hinted = this.#hints.standing;
    const moved = await this.#hints.take(db, (key) => this.#running.has(`pull/${key}`));
    const stale = await wantedCollections(db, { offer, now, hinted });
    this.#followProcessing(stale);
    let due = Infinity;
    for (const { lane, collection, staleMs } of [...this.#awaited.values(), ...moved, ...stale]) {
      const key = `${lane}/${collection}`;
      if (collection === 'notifications' && (this.#feedDisabled || this.#waits.outOfReach)) continue;
      const pulledAt = this.#pulledAt.get(key) ?? 0;
      const awaitedMs = this.#running.has(`push/${lane}`) ? PUSHING_MS : 0;
      // Pulled in the future: the clock was set back.
      const staleAt = pulledAt > now ? now : pulledAt + (this.#awaited.has(key) ? awaitedMs : staleMs);
      if (staleAt > now) due = Math.min(due, staleAt);
      else if (this.#pulls() < CONCURRENT_PULLS) {
        due = Math.min(
          due,
          this.#start(`pull/${key}`, async () => this.#pull(lane, collection)),
        );
      }
    }
    return due;
  }

  /** Where the processing has ended, items and documents are asked for once more (core spec 4 "Document polling"). */
  #followProcessing(wanted: readonly Wanted[]): void {
    const processing = new Set(wanted.filter((each) => each.processing).map(({ lane }) => lane));
    for (const lane of this.#processing) {
      if (!processing.has(lane)) this.#expect(lane, ['items', 'documents']);
    }
    this.#processing = processing;
  }

  #pulls(): number {
    return [...this.#running.keys()].filter((key) => key.startsWith('pull/')).length;
  }

  /** Runs a job unless it runs already or waits; answers when it may next be looked at. */
  #start(key: string, job: () => Promise<void>): number {
    const due = this.#waits.dueAt(key);
    if (due !== null) return due;
    if (!this.#running.has(key)) {
      const running = job()
        .catch(async (error: unknown) => this.#onFault(key, error))
        .finally(() => {
          this.#running.delete(key);
          this.#alarm.ring();
        });
      this.#running.set(key, running);
    }
    return this.#options.clock.now() + REST_MS;
  }

  /** A fault of our own, as a full disk: the job is tried again, the others go on. */
  async #onFault(key: string, error: unknown): Promise<void> {
    const fault = error instanceof Error ? error : new Error(String(error));
    if (fault instanceof LeadershipLostError || isDatabaseClosed(fault)) {
      this.#end = fault;
      return;
    }
    console.error(`A step of the sync engine failed and is tried again: ${key}.`, fault);
    this.#waits.hold(key, retry(fault.message));
  }

  async #pushLane(lane: string): Promise<void> {
    const { leadership, transport, signal } = this.#options;
    while (!signal.aborted && this.#session !== null) {
      const session = this.#session;
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
          await this.#hold(`push/${lane}`, pushed.setback, session);
          return;
      }
    }
  }

  async #pull(lane: string, collection: CursorRow['collection']): Promise<void> {
    const { relaxed, transport, clock } = this.#options;
    const key = `${lane}/${collection}`;
    const asked = clock.now();
    const session = this.#session;
    // Taken off before asking: what is acknowledged from now on needs a later list.
    const awaited = this.#awaited.get(key);
    this.#awaited.delete(key);
    const again = () => awaited && this.#awaited.set(key, awaited);
    const check = collection === 'changes' && asked - (this.#checkedAt.get(lane) ?? 0) > CHECK_MS;
    const pulled = await pullCollection(relaxed, transport, lane, collection, { check }).catch(
      (fault: unknown) => {
        again();
        throw fault;
      },
    );
    if (pulled.outcome === 'held') {
      if (collection === 'notifications' && this.#leaveOut(pulled.setback)) {
        this.#pulledAt.set(key, asked);
        return;
      }
      again();
      if (pulled.setback.kind === 'rejected') await this.#onRefusedList(key);
      await this.#hold(`pull/${key}`, pulled.setback, session);
      return;
    }
    if (pulled.outcome === 'doubted') {
      this.#await(lane, collection);
      this.#waits.hold(`pull/${key}`, retry('This transaction is pulled again, whole.'));
      return;
    }
    if (check) this.#checkedAt.set(lane, asked);
    this.#pulledAt.set(key, asked);
    await this.#succeeded(`pull/${key}`);
  }

  /** Whether a poll that failed just waits for the next; one that our server refuses is the last (SPEC: PULL12, PULL13). */
  #leaveOut(setback: Setback): boolean {
    if (setback.kind === 'signed_out' || setback.kind === 'update_needed') return false;
    this.#feedDisabled = setback.kind === 'rejected' || setback.ours;
    return true;
  }

  /** Perhaps a deal that we may not see any more: then the list of deals will say so. Told once, not at each try. */
  async #onRefusedList(key: string): Promise<void> {
    const { relaxed, clock } = this.#options;
    this.#expect(ACCOUNT_LANE, ['transactions']);
    // Perhaps the server has no change feed any more.
    this.#offerDue = 0;
    if (this.#waits.tries(`pull/${key}`) > 0) return;
    const message = 'Failed to fetch transaction data';
    const at = new Date(clock.now()).toISOString();
    await relaxed.db.notices.put({ id: newUuid(), at, level: 'error', message });
  }

  async #refresh(): Promise<void> {
    const { leadership, transport, clock } = this.#options;
    const session = this.#session;
    const setback = await refreshIfDue(transport, clock, leadership.db.userId);
    if (setback) await this.#hold('session', setback, session);
    else await this.#succeeded('session');
  }

  /** What the server offers; while it does not say, the spec's lists (core spec 8: a config that fails is an empty one). */
  async #learnOffer(): Promise<void> {
    const { transport, clock } = this.#options;
    const session = this.#session;
    const answer = await transport.ask((api, with_) => api.config.get(undefined, with_));
    if (answer.kind === 'ok') {
      this.#offer = answer.body;
      this.#offerDue = clock.now() + OFFER_MS;
      this.#waits.release('config');
      this.#expectAnew();
    } else {
      this.#offer ??= SPEC_OFFER;
      if (answer.kind !== 'not_modified') await this.#hold('config', answer, session);
    }
  }

  /** What was awaited of lists comes by the feed now, or the other way round. */
  #expectAnew(): void {
    const awaited = [...this.#awaited.values()];
    this.#awaited.clear();
    for (const { lane, collection } of awaited) {
      this.#expect(lane, collection === 'changes' ? ['elements', 'items', 'documents'] : [collection]);
    }
  }

  /** Hears which deals move. While the stream does not stand, deals are polled. */
  async #listen(): Promise<void> {
    const session = this.#session;
    const setback = await this.#options.transport.listen({
      opened: () => {
        this.#hints.standing = true;
        this.#waits.release('events');
        // What moved while nobody listened shows in the list of deals.
        this.#await(ACCOUNT_LANE, 'transactions');
        this.#alarm.ring();
      },
      moved: (moved) => {
        this.#hints.note(moved);
        this.#alarm.ring();
      },
    });
    this.#hints.standing = false;
    // A stream that ends is no trouble: requests say how the server is.
    if (setback.kind === 'retry' || setback.kind === 'rejected') this.#waits.hold('events', setback);
    else await this.#hold('events', setback, session);
  }

  async #succeeded(key: string): Promise<void> {
    const { relaxed, clock } = this.#options;
    this.#waits.release(key);
    // A late success does not unsay that the session has ended.
    if (this.#session !== null) await noteSuccess(relaxed.db, clock.now());
  }

  /** `session` is the one that the request was made in. */
  async #hold(key: string, setback: Setback, session: number | null): Promise<void> {
    const { leadership, relaxed, signal } = this.#options;
    if (signal.aborted) return;
    this.#waits.hold(key, setback);
    if (setback.kind === 'update_needed') this.#updateNeeded = true;
    if (setback.kind === 'signed_out' && session !== null) {
      await endSession(leadership.db.userId, session);
      // Somebody may have signed in again since the request was made.
      if (await this.#findSession()) return;
    }
    await noteSetback(relaxed.db, setback, key);
  }
}
