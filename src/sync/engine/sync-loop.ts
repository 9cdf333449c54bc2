import { subscribeDealsMoved, subscribeWake } from '../../db/change-sets.ts';
import { activeAccount, endSession, type AccountRow } from '../../db/device-database.ts';
import { whyEnded } from '../push/classify.ts';
import { ACCOUNT_LANE, CONFIG_KEY } from '../../db/rows.ts';
import { Alarm } from './alarm.ts';
import { UpdateNeededError, type Setback } from '../push/answer.ts';
import { retry } from '../push/classify.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Clock } from './clock.ts';
import { SPEC_OFFER, type Offer } from './freshness.ts';
import { Jobs, REST_MS } from './jobs.ts';
import { shelveStrays, shelveUnreadable } from '../push/lane.ts';
import { LeadershipLostError, type Leadership } from './leader.ts';
import { isLetBe, isOurRefusal, isPast, PullPlan, type DuePull } from '../pull/pull-plan.ts';
import { pullSource } from '../pull/pull.ts';
import { pushNext } from '../push/push.ts';
import { RefusedLists } from '../pull/deal-list/refused-lists.ts';
import { isRefreshDue, refreshIfDue } from '../transport/session.ts';
import { noteSetback, noteSuccess } from './status.ts';
import { sweepMirror } from '../pull/sweep-mirror.ts';
import { dueViewings, reportViewed } from '../push/report-viewed.ts';
import type { Transport } from '../transport/transport.ts';
import { Waits } from './backoff.ts';

/**
 * How many pull requests run at the same time. Browsers have six connections per origin over HTTP/1.1. The event stream uses
 * one, and edits need a free one.
 */
const CONCURRENT_PULLS = 3;

/** How often the configuration is requested, milliseconds. */
const OFFER_MS = 60 * 60_000;

/** How often unneeded data is deleted, in milliseconds. A tab may lead for weeks. */
const SWEEP_MS = 60 * 60_000;

/** How long the event stream must have been open for its end to count as the first one, milliseconds. */
const STEADY_STREAM_MS = 30_000;

/** Pushes and pulls of different lanes run in parallel. For one lane and kind, they run one at a time. */
export interface SyncLoopOptions {
  leadership: Leadership;
  /** For pulls, because data that can be fetched again need not be flushed. */
  relaxed: Leadership;
  transport: Transport;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Decides when the leader pushes and pulls, until the signal. Pushes come first and start as soon as there is something to
 * send. A collection is pulled when it is stale or when an acknowledged edit waits for it. A failure waits without delaying
 * anything else. Without a session of the user, everything is kept and waits.
 *
 * @throws {UpdateNeededError} if the server only serves newer contracts: a newer tab should lead (SPEC: AUTH4)
 */
export async function runSyncLoop(options: SyncLoopOptions): Promise<void> {
  await new SyncLoop(options).run();
}

class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #alarm: Alarm;
  readonly #waits: Waits;
  readonly #jobs: Jobs;
  readonly #plan: PullPlan;
  /** Stops everything that would otherwise continue when the loop ends for any reason. */
  readonly #ending = new AbortController();
  readonly #refusals: RefusedLists;
  /**
   * Whether our server has refused the notifications. They are not requested until the configuration is requested again, or
   * the user signs in again (docs/product/notifications.md, "Notifications").
   */
  #notificationsRefused = false;
  /** The number of the user's session; null = they have none. */
  #session: number | null = null;
  #offer: Offer = SPEC_OFFER;
  #offerAskedAt = 0;
  #sweptAt = 0;
  /** Each deal's edit that waits to be sent again. */
  readonly #heldEdits = new Map<string, string>();

  constructor(options: SyncLoopOptions) {
    const watch = new ClockWatch(options.relaxed.db, options.clock);
    this.#options = { ...options, transport: watch.hearing(options.transport) };
    this.#plan = new PullPlan(options.clock);
    this.#alarm = new Alarm(options.clock);
    this.#waits = new Waits(options.clock);
    this.#jobs = new Jobs({ clock: options.clock, alarm: this.#alarm, waits: this.#waits });
    this.#refusals = new RefusedLists(options.relaxed.db, options.clock);
  }

  async run(): Promise<void> {
    const { leadership, signal, clock } = this.#options;
    const rouse = () => this.#alarm.ring();
    const onOnline = () => {
      this.#waits.clearOwn();
      rouse();
    };
    const stopHearing = subscribeWake(leadership.db.userId, rouse);
    const stopHearingOfDeals = subscribeDealsMoved(leadership.db.userId, () => {
      this.#plan.expect(ACCOUNT_LANE, ['transactions']);
      rouse();
    });
    self.addEventListener('online', onOnline);
    signal.addEventListener('abort', rouse);
    try {
      await this.#takeOver();
      while (!signal.aborted && !this.#jobs.end) {
        const due = await this.#round().catch((fault: unknown) => {
          this.#jobs.fault('round', fault);
          return this.#waits.dueAt('round') ?? clock.now();
        });
        if (!this.#jobs.end) await this.#alarm.rest(due - clock.now());
      }
    } finally {
      this.#ending.abort();
      await this.#jobs.ended();
      stopHearing();
      stopHearingOfDeals();
      self.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', rouse);
    }
    const { end } = this.#jobs;
    if (end && !(end instanceof LeadershipLostError)) throw end;
  }

  /** Cleans up after an earlier leader: unreadable edits go to the tray, and acknowledged ones wait for their lists. */
  async #takeOver(): Promise<void> {
    const { leadership } = this.#options;
    await shelveStrays(leadership);
    const lanes = new Set((await leadership.db.outbox.toArray()).map((row) => row.lane));
    for (const lane of lanes) await shelveUnreadable(leadership, lane);
    const acked = (await leadership.db.outbox.toArray()).filter((row) => row.state === 'acked');
    for (const row of acked) this.#plan.expect(row.lane, row.awaiting ?? []);
  }

  /** Starts what is due and returns when to check again at the latest (epoch milliseconds). */
  async #round(): Promise<number> {
    const { clock } = this.#options;
    let rest = clock.now() + REST_MS;
    if (isPast(this.#sweptAt, SWEEP_MS, clock.now())) this.#jobs.start('sweep', async () => this.#sweep());
    const account = await this.#findSession();
    if (!account) return rest;
    if (isRefreshDue(clock, account)) {
      rest = Math.min(
        rest,
        this.#jobs.start('session', async () => this.#refresh()),
      );
      // A request before the refresh would race with the token's rotation. A refresh that can't be made delays nothing.
      if (this.#jobs.isRunning('session')) return rest;
    }
    if (isPast(this.#offerAskedAt, OFFER_MS, clock.now())) {
      rest = Math.min(
        rest,
        this.#jobs.start('config', async () => this.#learnOffer()),
      );
    }
    rest = Math.min(rest, await this.#startPushes());
    if ((await dueViewings(this.#options.relaxed.db)).length > 0) {
      rest = Math.min(
        rest,
        this.#jobs.start('viewed', async () => this.#reportViewed()),
      );
    }
    if (this.#offer.event_stream) {
      rest = Math.min(
        rest,
        this.#jobs.start('events', async () => this.#listen()),
      );
    }
    return Math.min(rest, await this.#startPulls());
  }

  /** The user's account if they have a session. A new one ends every wait. */
  async #findSession(): Promise<AccountRow | undefined> {
    const { leadership, relaxed } = this.#options;
    const account = await activeAccount(leadership.db.userId);
    const session = account?.signIns ?? null;
    if (session !== this.#session) {
      this.#waits.clear();
      this.#notificationsRefused = false;
    }
    this.#session = session;
    if (session === null)
      await noteSetback(relaxed.db, { kind: 'signed_out', message: 'You are signed out.' }, 'session');
    return account;
  }

  async #startPushes(): Promise<number> {
    const edits = await this.#options.leadership.db.outbox.toArray();
    const unsent = edits.filter((row) => row.state !== 'acked');
    const firsts = new Map(unsent.toReversed().map((row) => [row.lane, row.id]));
    const dues = [...firsts].map(([lane, first]) => {
      const key = `push/${lane}`;
      // The edit that had to wait was set aside or discarded, so the next one has no reason to wait.
      const held = this.#heldEdits.get(lane);
      if (held !== undefined && held !== first) {
        this.#heldEdits.delete(lane);
        this.#waits.forget(key);
      }
      return this.#jobs.start(key, async () => this.#pushLane(lane));
    });
    return Math.min(Infinity, ...dues);
  }

  async #startPulls(): Promise<number> {
    const { leadership, clock } = this.#options;
    const now = clock.now();
    const isPushing = (lane: string) => this.#jobs.isRunning(`push/${lane}`);
    let rest = Infinity;
    // The plan may not know about a pull that ends in the meantime, but the next round, which its end triggers, does.
    const underWay = this.#jobs.running;
    for (const due of await this.#plan.due(leadership.db, this.#offer, now, isPushing)) {
      const { source, dueAt } = due;
      if (underWay.has(`pull/${due.key}`)) continue;
      if (source === 'notifications' && (this.#notificationsRefused || this.#waits.outOfReach)) continue;
      if (dueAt > now) rest = Math.min(rest, dueAt);
      else if (this.#pulls() < CONCURRENT_PULLS) {
        rest = Math.min(
          rest,
          this.#jobs.start(`pull/${due.key}`, async () => this.#pull(due)),
        );
      }
    }
    return rest;
  }

  #pulls(): number {
    const pulls = [...this.#jobs.running].filter((key) => key.startsWith('pull/'));
    // The deal list comes in two parts.
    return pulls.length + (pulls.includes(`pull/${ACCOUNT_LANE}/transactions`) ? 1 : 0);
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
          // A refusal often means that others changed what the edit is based on, which the user should see.
          this.#plan.expect(lane, pushed.refreshes);
          await this.#succeeded(`push/${lane}`);
          break;
        case 'held':
          this.#heldEdits.set(lane, pushed.edit);
          await this.#hold(`push/${lane}`, pushed.setback, session);
          return;
      }
    }
  }

  async #pull(due: DuePull): Promise<void> {
    const { relaxed, transport, clock } = this.#options;
    const { key, lane, source } = due;
    const session = this.#session;
    const begun = this.#plan.begin(due, clock.now());
    const { check } = begun;
    const pulled = await pullSource(relaxed, transport, lane, source, { check }).catch((fault: unknown) => {
      begun.failed();
      throw fault;
    });
    switch (pulled.outcome) {
      case 'applied':
        begun.applied();
        for (const deal of pulled.behind ?? []) this.#plan.expectDeal(deal);
        this.#refusals.end(lane);
        await this.#succeeded(`pull/${key}`);
        return;
      case 'again':
        begun.failed();
        this.#plan.expectDeal(lane);
        this.#waits.hold(`pull/${key}`, retry('This transaction is being downloaded again.'));
        return;
      case 'held':
        if (isLetBe(source, pulled.setback)) {
          if (source === 'notifications') this.#notificationsRefused = isOurRefusal(pulled.setback);
          begun.left();
          return;
        }
        begun.failed();
        if (pulled.setback.kind === 'rejected') await this.#onRefusedList(lane);
        await this.#hold(`pull/${key}`, pulled.setback, session);
    }
  }

  /** Requests the deal list, which shows whether the user can no longer see this deal. */
  async #onRefusedList(lane: string): Promise<void> {
    this.#plan.expect(ACCOUNT_LANE, ['transactions']);
    await this.#refusals.note(lane, this.#plan.pulledAt(`${ACCOUNT_LANE}/transactions`));
  }

  async #refresh(): Promise<void> {
    const { leadership, transport, clock, signal } = this.#options;
    const session = this.#session;
    const setback = await refreshIfDue(transport, clock, leadership.db.userId, signal);
    if (setback) await this.#hold('session', setback, session);
    else await this.#succeeded('session');
  }

  /** Reads the configuration. If that fails, the last one, or the default times, stay in effect (SPEC: FEED6). */
  async #learnOffer(): Promise<void> {
    const { transport, clock, relaxed } = this.#options;
    const session = this.#session;
    const answer = await transport.ask((api, with_) => api.config.get(undefined, with_));
    if (answer.kind === 'ok') {
      this.#offer = answer.body;
      await relaxed.db.meta.put({ key: CONFIG_KEY, value: answer.body });
      this.#offerAskedAt = clock.now();
      this.#notificationsRefused = false;
      this.#waits.release('config');
    } else if (answer.kind !== 'not_modified') await this.#hold('config', answer, session);
  }

  async #sweep(): Promise<void> {
    await sweepMirror(this.#options.relaxed);
    this.#sweptAt = this.#options.clock.now();
    this.#waits.forget('sweep');
  }

  async #reportViewed(): Promise<void> {
    const { relaxed, transport } = this.#options;
    const session = this.#session;
    const setback = await reportViewed(relaxed.db, transport);
    if (setback) await this.#hold('viewed', setback, session);
    else await this.#succeeded('viewed');
  }

  /** Listens for changed deals. While the stream is closed, deals are polled. */
  async #listen(): Promise<void> {
    const { transport, clock, signal } = this.#options;
    const session = this.#session;
    let openedAt = Infinity;
    const setback = await transport.listen(
      {
        opened: () => {
          openedAt = clock.now();
          this.#plan.stream(true);
          this.#alarm.ring();
        },
        moved: (moved) => {
          this.#plan.hint(moved);
          this.#alarm.ring();
        },
      },
      AbortSignal.any([signal, this.#ending.signal]),
    );
    this.#plan.stream(false);
    // A stream that ends as soon as it opens is opened less and less often.
    if (clock.now() - openedAt >= STEADY_STREAM_MS) this.#waits.release('events');
    // The end of a stream isn't a problem, because requests show the state of the server.
    if (setback.kind === 'retry' || setback.kind === 'rejected') this.#waits.hold('events', setback);
    else await this.#hold('events', setback, session);
  }

  async #succeeded(key: string): Promise<void> {
    const { relaxed, clock } = this.#options;
    this.#waits.release(key);
    // A late success does not cancel the end of the session.
    if (this.#session !== null) await noteSuccess(relaxed.db, clock.now());
  }

  /** `session` is the one in which the request was made. */
  async #hold(key: string, setback: Setback, session: number | null): Promise<void> {
    const { leadership, relaxed, signal } = this.#options;
    if (signal.aborted) return;
    this.#waits.hold(key, setback);
    if (setback.kind === 'update_needed') this.#jobs.endBy(new UpdateNeededError());
    if (setback.kind === 'signed_out' && session !== null) {
      await endSession(leadership.db.userId, session, whyEnded(setback));
      // The user may have signed in again since the request was made.
      if (await this.#findSession()) return;
    }
    await noteSetback(relaxed.db, setback, key);
  }
}
