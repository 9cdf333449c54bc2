import type { DealMoved } from '../contract/events.ts';
import type { MirrorDatabase } from '../db/database.ts';
import { ACCOUNT_LANE } from '../db/rows.ts';
import type { Wanted } from './freshness.ts';

/** How old the list of deals may be when a deal of it moves of which the device has no more than its row, milliseconds. */
const LISTED_MS = 15_000;

/** The same where one moves of which it has not even that: many may come at once. */
const NEW_MS = 1000;

/** Which deals the event stream says have moved, until that has been looked at (SPEC: FEED4). */
export class Hints {
  readonly #moved = new Map<string, { version: number; turn: number }>();
  /** What has been pulled, and in which turn that began. */
  readonly #pulled = new Map<string, number>();
  /** Counts hints and pulls: what came first no clock needs to say, which can be set back. */
  #turns = 0;
  /** Whether the stream stands: while it does not, deals are polled. */
  standing = false;

  note({ deal, version }: DealMoved): void {
    this.#turns += 1;
    this.#moved.set(deal, { version, turn: this.#turns });
  }

  /** A pull begins; the turn is told to `pulled` when it has brought something. */
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
    const wanted: Wanted[] = [];
    for (const [lane, { version, turn }] of this.#moved) {
      const cursor = await db.cursors.get(`${lane}/changes`);
      const stands = (await db.transactions.get(lane)) !== undefined;
      const source = cursor ? `${lane}/changes` : `${ACCOUNT_LANE}/transactions`;
      // A deal that the person has just deleted has a cursor and no row.
      const seen = cursor && (!stands || (cursor.version ?? 0) >= version);
      if (seen || (this.#pulled.get(source) ?? 0) > turn) this.#moved.delete(lane);
      else if (cursor) wanted.push({ lane, collection: 'changes', staleMs: 0 });
      else
        wanted.push({ lane: ACCOUNT_LANE, collection: 'transactions', staleMs: stands ? LISTED_MS : NEW_MS });
    }
    return wanted;
  }
}
