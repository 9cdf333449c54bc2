import { currentAccount } from '../db/device-database.ts';
import { restWorker, resumeWorker } from '../db/commands/account/page-lifecycle.ts';
import type { Engine } from '../sync/engine/engine.ts';

/**
 * The one engine of a worker: its user, and whether it is suspended. Sign-ins, sign-outs and page events run one
 * after another, because they must not overlap.
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

  /** Makes the engine this user's. In a turn. */
  async seat(userId: string): Promise<Engine> {
    if (this.#engine?.userId === userId) return this.#engine;
    await this.#engine?.stop();
    this.#engine = this.#make(userId);
    return this.#engine;
  }

  /** Ends the engine if it is this user's. In a turn. */
  async unseat(userId: string): Promise<void> {
    if (this.#engine?.userId === userId) await this.#end();
  }

  /** The deal on the screen, of this device's current user. */
  async watchDeal(transaction: string | null): Promise<void> {
    this.#watched = transaction;
    const engine = await this.inTurn(async () => this.#seatCurrent());
    await engine?.watchDeal(transaction);
  }

  /** The page goes into the back/forward cache: the worker releases everything (SPEC: LEAD5). */
  async rest(): Promise<void> {
    await this.inTurn(async () => {
      await this.#end();
      restWorker();
    });
  }

  /** The page is back, and resumes everything. In a turn, because the release may still be running. */
  async resume(): Promise<void> {
    const engine = await this.inTurn(async () => {
      resumeWorker();
      return this.#seatCurrent();
    });
    await engine?.watchDeal(this.#watched);
  }

  /** The engine of this device's current user; null without a user. */
  async #seatCurrent(): Promise<Engine | null> {
    const account = await currentAccount();
    return account ? this.seat(account.userId) : null;
  }

  async #end(): Promise<void> {
    await this.#engine?.stop();
    this.#engine = null;
  }
}
