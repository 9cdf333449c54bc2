import type { DealMoved } from '../../contract/events.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { openedSince } from '../../db/offline/opened-deals.ts';
import { ACCOUNT_LANE } from '../../db/rows.ts';
import type { Clock } from '../engine/clock.ts';
import { ON_SCREEN_MS, type Wanted } from '../engine/freshness.ts';

/**
 * All participants of a deal get a hint at the same moment. Each device waits for a random part of this time before it pulls, so
 * that they don't all ask at once. Milliseconds.
 */
const SPREAD_ON_SCREEN_MS = 150;
const SPREAD_ELSEWHERE_MS = 15_000;

/** The shortest time between two pulls of a deal, so that hints in between lead to one pull, milliseconds. */
const GAP_ON_SCREEN_MS = 500;
const GAP_ELSEWHERE_MS = 15_000;

/** How old the deal list may be when a hint names a deal of which the device has only the row, milliseconds. */
const LISTED_MS = 15_000;

/** The same if the device doesn't even have the row. Many such hints may come at once. */
const NEW_MS = 1000;

/** `since`: when the first unanswered hint came. `share`: which part of the spread it waits for. */
type Hint = { version: number; turn: number; since: number; share: number };

/** The deals that the event stream has named, until each has been pulled (SPEC: FEED4). */
export class Hints {
  readonly #moved = new Map<string, Hint>();
  readonly #clock: Pick<Clock, 'now' | 'random'>;
  /** The sources that were pulled, and the turn in which that started. */
  readonly #pulled = new Map<string, number>();
  /** Counts hints and pulls. It says which came first; a clock could be set back. */
  #turns = 0;
  /** Whether the stream is open. While it isn't, deals are polled. */
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

  /** A pull starts. Pass the turn to `pulled` when it has succeeded. */
  begin(): number {
    this.#turns += 1;
    return this.#turns;
  }

  pulled(key: string, turn: number): void {
    this.#pulled.set(key, turn);
  }

  /**
   * Returns what to pull for the hints. A hint is kept until the deal has been pulled that far, or has been requested since. If the
   * device has only the deal's row, it is kept until the deal list has been requested. If the device has nothing of the deal, the
   * deal is new to the user, who waits for it, so the list is requested at once.
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
      // If the clock was set back, the hint must not wait longer.
      const notBefore = since > now ? now : since + share * spread;
      // A deal that the user has just deleted has a cursor and no row.
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
