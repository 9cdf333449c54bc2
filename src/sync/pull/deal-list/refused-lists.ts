import type { MirrorDatabase } from '../../../db/database.ts';
import { ACCOUNT_LANE } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { Clock } from '../../engine/clock.ts';

/**
 * The lanes whose content our server has refused. The user is notified once, and only if a later deal list still has the deal
 * (SPEC: FEED7). A deal that is missing there is purged.
 */
export class RefusedLists {
  readonly #db: MirrorDatabase;
  readonly #clock: Clock;
  /** When the refusals started; null = the user has been notified. */
  readonly #since = new Map<string, number | null>();

  constructor(db: MirrorDatabase, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Records that it was refused. `listedAt` is when the deal list was last requested, in epoch milliseconds. */
  async note(lane: string, listedAt: number): Promise<void> {
    const since = this.#since.get(lane);
    if (since === undefined) this.#since.set(lane, this.#clock.now());
    if (!since || listedAt <= since) return;
    if (lane !== ACCOUNT_LANE && !(await this.#db.transactions.get(lane))) return;
    this.#since.set(lane, null);
    const at = new Date(this.#clock.now()).toISOString();
    await this.#db.notices.put({
      id: newUuid(),
      at,
      level: 'error',
      message: 'Failed to fetch transaction data',
    });
  }

  /** Records that it was sent again. */
  end(lane: string): void {
    this.#since.delete(lane);
  }
}
