import type { DealMoved } from '../contract/events.ts';
import type { MirrorDatabase } from '../db/database.ts';
import { ACCOUNT_LANE } from '../db/rows.ts';
import type { Wanted } from './freshness.ts';

/** How old the list of deals may be when a deal moves that is not on the device, milliseconds. */
const LISTED_MS = 5000;

/** Which deals the event stream says have moved, until they are asked for (SPEC: FEED4). */
export class Hints {
  readonly #moved = new Map<string, number>();
  /** Whether the stream stands: while it does not, deals are polled. */
  standing = false;

  note({ deal, version }: DealMoved): void {
    this.#moved.set(deal, version);
  }

  /**
   * What is to be pulled for them. A deal that is being pulled right now is left for afterwards: perhaps what is
   * under way reaches as far already.
   */
  async take(db: MirrorDatabase, isPulling: (key: string) => boolean): Promise<Wanted[]> {
    const wanted: Wanted[] = [];
    for (const [lane, version] of this.#moved) {
      if (isPulling(`${lane}/changes`)) continue;
      this.#moved.delete(lane);
      const cursor = await db.cursors.get(`${lane}/changes`);
      if (!cursor) wanted.push({ lane: ACCOUNT_LANE, collection: 'transactions', staleMs: LISTED_MS });
      else if ((cursor.version ?? 0) < version) wanted.push({ lane, collection: 'changes', staleMs: 0 });
    }
    return wanted;
  }
}
