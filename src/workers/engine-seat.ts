import { currentAccount } from '../db/device-database.ts';
import { restWorker, resumeWorker } from '../db/commands/account/page-lifecycle.ts';
import type { Engine } from '../sync/engine/engine.ts';

/**
 * Holds the only engine of a worker, for one user at a time, and whether it is suspended. Sign-ins, sign-outs and page events
 * run one after another, because they must not overlap.
 */
export class EngineSeat {
  readonly #make: (userId: string) => Engine;
  #engine: Engine | null = null;
  #watched: string | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(make: (userId: string) => Engine) {
    this.#make = make;
  }

  /** Runs the work after everything requested earlier has finished, whether it succeeded or failed. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = this.#turn.then(work, work);
    this.#turn = own;
    return own;
  }

  /** Starts the engine for this user, unless it already runs for them. Call it in a turn. */
  async seat(userId: string): Promise<Engine> {
    if (this.#engine?.userId === userId) return this.#engine;
    await this.#engine?.stop();
    this.#engine = this.#make(userId);
    return this.#engine;
  }

  /** Ends the engine if it runs for this user. Call it in a turn. */
  async unseat(userId: string): Promise<void> {
    if (this.#engine?.userId === userId) await this.#end();
  }

  /** Watches the deal on the screen, for this device's current user. */
  async watchDeal(transaction: string | null): Promise<void> {
    this.#watched = transaction;
    const engine = await this.inTurn(async () => this.#seatCurrent());
    await engine?.watchDeal(transaction);
  }

  /** Releases everything, because the page goes into the back/forward cache (SPEC: LEAD5). */
  async rest(): Promise<void> {
    await this.inTurn(async () => {
      await this.#end();
      restWorker();
    });
  }

  /** Resumes everything, because the page is back. Runs in a turn, because the release may still be in progress. */
  async resume(): Promise<void> {
    const engine = await this.inTurn(async () => {
      resumeWorker();
      return this.#seatCurrent();
    });
    await engine?.watchDeal(this.#watched);
  }

  /** Returns the engine of this device's current user; null if there is no user. */
  async #seatCurrent(): Promise<Engine | null> {
    const account = await currentAccount();
    return account ? this.seat(account.userId) : null;
  }

  async #end(): Promise<void> {
    await this.#engine?.stop();
    this.#engine = null;
  }
}
