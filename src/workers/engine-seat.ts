import { currentAccount } from '../db/device-database.ts';
import { restWorker, resumeWorker } from '../db/commands/account/page-lifecycle.ts';
import type { Engine } from '../sync/engine/engine.ts';

/**
 * The one engine of a worker: whose it is, and whether it rests. People's comings and goings, and the page's, go one
 * after another: they must not cross.
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

  /** Has the engine be this person's. In a turn. */
  async seat(userId: string): Promise<Engine> {
    if (this.#engine?.userId === userId) return this.#engine;
    await this.#engine?.stop();
    this.#engine = this.#make(userId);
    return this.#engine;
  }

  /** Ends the engine if it is this person's. In a turn. */
  async unseat(userId: string): Promise<void> {
    if (this.#engine?.userId === userId) await this.#end();
  }

  /** The deal on the screen, of the person who is current on this device. */
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

  /** The page is back, and takes everything again. In turn, because the release may still be under way. */
  async resume(): Promise<void> {
    const engine = await this.inTurn(async () => {
      resumeWorker();
      return this.#seatCurrent();
    });
    await engine?.watchDeal(this.#watched);
  }

  /** The engine of the person who is current on this device; null when nobody is. */
  async #seatCurrent(): Promise<Engine | null> {
    const account = await currentAccount();
    return account ? this.seat(account.userId) : null;
  }

  async #end(): Promise<void> {
    await this.#engine?.stop();
    this.#engine = null;
  }
}
