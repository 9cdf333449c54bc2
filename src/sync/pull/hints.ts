import type { DealMoved } from '../../contract/events.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { openedSince } from '../../db/offline/opened-deals.ts';
import { ACCOUNT_LANE } from '../../db/rows.ts';
import type { Clock } from '../engine/clock.ts';
import { ON_SCREEN_MS, type Wanted } from '../engine/freshness.ts';

/**
 * Everybody on a deal gets a hint in the same moment: each device waits for a random part of this before it asks, so that
 * they do not all ask at once. On the screen it is hardly noticed; elsewhere nobody looks. Milliseconds.
 */
const SPREAD_ON_SCREEN_MS = 150;
const SPREAD_ELSEWHERE_MS = 15_000;

/** How long after it was asked for a deal is asked for again: what moves meanwhile comes with one answer, milliseconds. */
const GAP_ON_SCREEN_MS = 500;
const GAP_ELSEWHERE_MS = 15_000;

/** How old the list of deals may be when a deal of it moves of which the device has no more than its row, milliseconds. */
const LISTED_MS = 15_000;

/** The same where one moves of which it has not even that: many may come at once. */
const NEW_MS = 1000;

/** `since`: when the first hint that was not followed yet came; `share`: for which part of the spread it waits. */
type Hint = { version: number; turn: number; since: number; share: number };

/** Which deals the event stream says have moved, until that has been looked at (SPEC: FEED4). */
export class Hints {
  readonly #moved = new Map<string, Hint>();
  readonly #clock: Pick<Clock, 'now' | 'random'>;
  /** What has been pulled, and in which turn that began. */
  readonly #pulled = new Map<string, number>();
  /** Counts hints and pulls: what came first no clock needs to say, which can be set back. */
  #turns = 0;
  /** Whether the stream is open: while it is not, deals are polled. */
  standing = false;

  constructor(clock: Pick<Clock, 'now' | 'random'>) {
    this.#clock = clock;
  }

  note({ deal, version }: DealMoved): void {
    this.#turns += 1;
    const { since, share } = this.#moved.get(deal) ?? {
      since: this.#clock.now(),
      share: this.#clock.random(),
    };
    this.#moved.set(deal, { version, turn: this.#turns, since, share });
  }

  /** A pull begins; `pulled` gets the turn when it has brought something. */
  begin(): number {
    this.#turns += 1;
    return this.#turns;
  }

  pulled(key: string, turn: number): void {
    this.#pulled.set(key, turn);
  }

  /**
   * What is to be pulled for them. A hint is kept until the deal has been pulled that far or, whatever came of it, has been
   * asked for since; of a deal of which the device has no more than its row, until the list of deals has. One without
   * even that is new to the person, who waits for it: the list is asked for as soon as it was not just now.
   */
  async wanted(db: MirrorDatabase): Promise<Wanted[]> {
    if (this.#moved.size === 0) return [];
    const wanted: Wanted[] = [];
    const now = this.#clock.now();
    const onScreen = await openedSince(db, now - ON_SCREEN_MS);
    for (const [lane, { version, turn, since, share }] of this.#moved) {
      const cursor = await db.cursors.get(`${lane}/changes`);
      const stands = (await db.transactions.get(lane)) !== undefined;
      const source = cursor ? `${lane}/changes` : `${ACCOUNT_LANE}/transactions`;
      const isOnScreen = onScreen.has(lane);
      const spread = isOnScreen || !stands ? SPREAD_ON_SCREEN_MS : SPREAD_ELSEWHERE_MS;
      // A clock that was set back must not make it wait for longer.
      const notBefore = since > now ? now : since + share * spread;
      // A deal that the person has just deleted has a cursor and no row.
      const seen = cursor && (!stands || (cursor.version ?? 0) >= version);
      if (seen || (this.#pulled.get(source) ?? 0) > turn) this.#moved.delete(lane);
      else if (cursor) {
        const staleMs = isOnScreen ? GAP_ON_SCREEN_MS : GAP_ELSEWHERE_MS;
        wanted.push({ lane, source: 'changes', staleMs, notBefore });
      } else {
        const staleMs = stands ? LISTED_MS : NEW_MS;
        wanted.push({ lane: ACCOUNT_LANE, source: 'transactions', staleMs, notBefore });
      }
    }
    return wanted;
  }
}
