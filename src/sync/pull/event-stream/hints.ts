import type { DealMoved } from '../../../contract/events.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import { openedSince } from '../../../db/offline/opened-deals.ts';
import { ACCOUNT_LANE } from '../../../db/rows.ts';
import type { Clock } from '../../engine/clock.ts';
import { ON_SCREEN_MS, type Wanted } from '../../engine/freshness.ts';

/**
 * Everyone on a deal gets a hint at the same moment, so each device waits for a random part of this time before it requests
 * the changes. For a deal on the screen, the delay is hardly noticeable, and for others, nobody is looking. Milliseconds.
 */
const SPREAD_ON_SCREEN_MS = 150;
const SPREAD_ELSEWHERE_MS = 15_000;

/** How long after a request a deal is requested again, in milliseconds. Changes in between arrive in one response. */
const GAP_ON_SCREEN_MS = 500;
const GAP_ELSEWHERE_MS = 15_000;

/** How old the deal list may be when a deal has changed and the device has only the deal's row, milliseconds. */
const LISTED_MS = 15_000;

/** The same for a deal without even a row. Many may arrive at once. */
const NEW_MS = 1000;

/** `since` is when the first unhandled hint arrived. `share` is the fraction of the spread that it waits for. */
type Hint = { version: number; turn: number; since: number; share: number; isUrgent: boolean };

/** The deals that have changed according to the event stream, until they are pulled (SPEC: FEED4). */
export class Hints {
  readonly #moved = new Map<string, Hint>();
  readonly #clock: Pick<Clock, 'now' | 'random'>;
  /** What has been pulled, and in which turn that started. */
  readonly #pulled = new Map<string, number>();
  /** Counts hints and pulls, so that their order doesn't depend on a clock, which can be set back. */
  #turns = 0;
  /** Whether the stream is open. While it isn't, deals are polled. */
  standing = false;

  constructor(clock: Pick<Clock, 'now' | 'random'>) {
    this.#clock = clock;
  }

  note({ deal, version, urgent }: DealMoved): void {
    this.#turns += 1;
    const {
      since,
      share,
      isUrgent = false,
    } = this.#moved.get(deal) ?? {
      since: this.#clock.now(),
      share: this.#clock.random(),
    };
    this.#moved.set(deal, {
      version,
      turn: this.#turns,
      since,
      share,
      isUrgent: isUrgent || urgent === true,
    });
  }

  /** Call this when a pull starts. Returns a turn, to be passed to `pulled` when the pull has succeeded. */
  begin(): number {
    this.#turns += 1;
    return this.#turns;
  }

  pulled(key: string, turn: number): void {
    this.#pulled.set(key, turn);
  }

  /**
   * Returns what to pull for the hints. A hint is kept until the deal has been pulled up to it or, whatever the result,
   * requested since. If the device has only the deal's row, the same applies to the deal list. A deal without even a row is
   * new to the user, who is waiting for it, so the list is requested unless it just was.
   */
  async wanted(db: MirrorDatabase): Promise<Wanted[]> {
    if (this.#moved.size === 0) return [];
    const wanted: Wanted[] = [];
    const now = this.#clock.now();
    const onScreen = await openedSince(db, now - ON_SCREEN_MS);
    for (const [lane, { version, turn, since, share, isUrgent }] of this.#moved) {
      const cursor = await db.cursors.get(`${lane}/changes`);
      const stands = (await db.transactions.get(lane)) !== undefined;
      const source = cursor ? `${lane}/changes` : `${ACCOUNT_LANE}/transactions`;
      const isOnScreen = onScreen.has(lane);
      // Few devices have the same deal on the screen, so these may send requests at the same moment.
      const isAwaited = isUrgent && isOnScreen;
      const spread = isAwaited ? 0 : isOnScreen || !stands ? SPREAD_ON_SCREEN_MS : SPREAD_ELSEWHERE_MS;
      // A clock that was set back must not make it wait longer.
      const notBefore = since > now ? now : since + share * spread;
      // A deal that the user has just deleted has a cursor and no row.
      const seen = cursor && (!stands || (cursor.version ?? 0) >= version);
      if (seen || (this.#pulled.get(source) ?? 0) > turn) this.#moved.delete(lane);
      else if (cursor) {
        const staleMs = isAwaited ? 0 : isOnScreen ? GAP_ON_SCREEN_MS : GAP_ELSEWHERE_MS;
        wanted.push({ lane, source: 'changes', staleMs, notBefore });
      } else {
        const staleMs = stands ? LISTED_MS : NEW_MS;
        wanted.push({ lane: ACCOUNT_LANE, source: 'transactions', staleMs, notBefore });
      }
    }
    return wanted;
  }
}
