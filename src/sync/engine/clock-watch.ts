import type { MirrorDatabase } from '../../db/database.ts';
import { reckonSession } from '../../db/device-database.ts';
import { CLOCK_KEY } from '../../db/rows.ts';
import type { Answer } from '../push/answer.ts';
import type { Clock } from './clock.ts';
import type { Transport } from '../transport/transport.ts';

/** A response's travel time, and the fraction that the `Date` header cuts off, don't count as a clock error. Milliseconds. */
const SLACK_MS = 60_000;

/** Records how far the device's clock is ahead of the server's, and when the session ends by this clock (SPEC: AUTH9). */
export class ClockWatch {
  readonly #db: MirrorDatabase;
  readonly #clock: Clock;
  /** Milliseconds; null = no response has shown it. */
  #aheadMs: number | null = null;

  constructor(db: MirrorDatabase, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the same transport, but compares the server's time in each response with our clock. */
  hearing(transport: Transport): Transport {
    const heard = async <Body>(asked: Promise<Answer<Body>>): Promise<Answer<Body>> => {
      const answer = await asked;
      if (answer.kind === 'ok' && answer.serverNow !== null) await this.#compare(answer.serverNow);
      return answer;
    };
    return {
      ...transport,
      ask: (request, options) => heard(transport.ask(request, options)),
      send: (request, options) => heard(transport.send(request, options)),
    };
  }

  async #compare(serverNow: number): Promise<void> {
    const aheadMs = this.#clock.now() - serverNow;
    if (this.#aheadMs !== null && Math.abs(aheadMs - this.#aheadMs) <= SLACK_MS) return;
    this.#aheadMs = aheadMs;
    await reckonSession(this.#db.userId, aheadMs);
    await this.#db.meta.put({ key: CLOCK_KEY, value: aheadMs });
  }
}
