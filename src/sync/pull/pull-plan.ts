import type { DealMoved } from '../../contract/events.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { ACCOUNT_LANE, type Collection, type PullSource } from '../../db/rows.ts';
import type { Setback } from '../push/answer.ts';
import type { Clock } from '../engine/clock.ts';
import { DocumentsUnderWay } from './documents-in-progress.ts';
import { wantedSources, type Offer, type Wanted } from '../engine/freshness.ts';
import { Hints } from './event-stream/hints.ts';

/** How often a deal is pulled while its edits go out one after another, milliseconds. */
const PUSHING_MS = 1000;

/** How often a deal's checksum is compared with the server's, milliseconds. */
const CHECK_MS = 10 * 60_000;

/** A source to pull, and from when on (epoch milliseconds). */
export interface DuePull {
  key: string;
  lane: string;
  source: PullSource;
  dueAt: number;
}

/** A running pull. One of the three functions reports its end. */
export interface StartedPull {
  /** Whether to compare the deal's checksum. */
  check: boolean;
  applied(): void;
  /** It failed. Whatever waited for it waits for the next one. */
  failed(): void;
  /** It is left alone until it is stale again. */
  left(): void;
}

/**
 * Returns whether a failed pull isn't retried until it is stale again. A user can work without their organization or the
 * activity, and a failed poll just waits for the next one (SPEC: PULL12, PULL15, PULL16).
 */
export function isLetBe(source: PullSource, { kind }: Setback): boolean {
  switch (source) {
    case 'activity':
      return kind === 'rejected' || kind === 'retry';
    case 'members':
      return kind === 'rejected';
    case 'notifications':
      return kind !== 'signed_out' && kind !== 'update_needed';
    default:
      return false;
  }
}

/** Returns whether our server itself refused, without a time to retry. Such a poll is the last one (SPEC: PULL13). */
export function isOurRefusal(setback: Setback): boolean {
  return (
    setback.kind === 'rejected' || (setback.kind === 'retry' && setback.ours && setback.afterMs === null)
  );
}

/** Returns whether `ms` have passed since a time. A time in the future means that the clock was set back. */
export function isPast(at: number, ms: number, now: number): boolean {
  return at > now || now - at >= ms;
}

/**
 * What a leader must pull, and when: what acknowledged edits wait for, what hints name, and what becomes stale. It is kept in
 * memory, and the next leader starts over.
 */
export class PullPlan {
  readonly #awaited = new Map<string, { lane: string; source: PullSource }>();
  readonly #pulledAt = new Map<string, number>();
  readonly #checkedAt = new Map<string, number>();
  readonly #hints: Hints;
  readonly #documents = new DocumentsUnderWay();
  /** Deals in which documents with variables are being processed. */
  #processing: ReadonlySet<string> = new Set();

  constructor(clock: Clock) {
    this.#hints = new Hints(clock);
  }

  /** Pulls the sources of these collections as soon as possible, because an edit waits for them, or they may have changed. */
  expect(lane: string, collections: readonly Collection[]): void {
    for (const collection of collections) {
      if (collection === 'transactions' || collection === 'notifications' || collection === 'members')
        this.#await(ACCOUNT_LANE, collection);
      else this.#await(lane, 'changes');
    }
  }

  /** Pulls the deal as soon as possible. */
  expectDeal(lane: string): void {
    this.#await(lane, 'changes');
  }

  hint(moved: DealMoved): void {
    this.#hints.note(moved);
  }

  /** Sets whether the event stream is open. Changes while it was closed show in the deal list. */
  stream(stands: boolean): void {
    this.#hints.standing = stands;
    if (stands) this.#await(ACCOUNT_LANE, 'transactions');
  }

  /** When the request for the latest data started, epoch milliseconds; 0 = never. */
  pulledAt(key: string): number {
    return this.#pulledAt.get(key) ?? 0;
  }

  /** Returns what to pull. `isPushing` returns whether a lane's edits are being sent. */
  async due(
    db: MirrorDatabase,
    offer: Offer,
    now: number,
    isPushing: (lane: string) => boolean,
  ): Promise<DuePull[]> {
    const hinted = this.#hints.standing;
    const read = [db.cursors, db.documents, db.files, db.meta, db.outbox, db.transactions, db.users];
    // In one transaction, because separate ones would cost more than the reads themselves.
    const [moved, stale] = await db.transaction('r', read, async () => [
      await this.#hints.wanted(db),
      await wantedSources(db, { offer, now, hinted, documents: this.#documents }),
    ]);
    this.#followProcessing(stale);
    const awaited = [...this.#awaited.values()].map((each): Wanted => ({
      ...each,
      staleMs: isPushing(each.lane) ? PUSHING_MS : 0,
    }));
    return [...awaited, ...moved, ...stale].map(({ lane, source, staleMs, notBefore = 0 }) => {
      const key = `${lane}/${source}`;
      const pulledAt = this.pulledAt(key);
      const freshUntil = isPast(pulledAt, staleMs, now) ? now : pulledAt + staleMs;
      return { key, lane, source, dueAt: Math.max(freshUntil, notBefore) };
    });
  }

  begin({ key, lane, source }: DuePull, now: number): StartedPull {
    // Removed before the request, because what is acknowledged from now on needs a later list.
    const awaited = this.#awaited.get(key);
    this.#awaited.delete(key);
    const check = source === 'changes' && isPast(this.#checkedAt.get(lane) ?? 0, CHECK_MS, now);
    const turn = this.#hints.begin();
    return {
      check,
      applied: () => {
        this.#pulledAt.set(key, now);
        this.#hints.pulled(key, turn);
        if (check) this.#checkedAt.set(lane, now);
      },
      failed: () => {
        if (awaited) this.#awaited.set(key, awaited);
      },
      left: () => {
        this.#pulledAt.set(key, now);
      },
    };
  }

  #await(lane: string, source: PullSource): void {
    this.#awaited.set(`${lane}/${source}`, { lane, source });
  }

  /** Pulls a deal once more after its processing has ended (docs/product/documents.md, "Status"). */
  #followProcessing(wanted: readonly Wanted[]): void {
    const processing = new Set(wanted.filter((each) => each.processing).map(({ lane }) => lane));
    for (const lane of this.#processing) {
      if (!processing.has(lane)) this.expectDeal(lane);
    }
    this.#processing = processing;
  }
}
