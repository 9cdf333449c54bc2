import { MirrorDatabase } from '../../src/db/database.ts';
import { ACCOUNT_LANE, type OutboxRow, type RejectedRow } from '../../src/db/rows.ts';
import { newUuid } from '../../src/db/uuid.ts';
import { LeadershipLostError, type Leadership } from '../../src/sync/engine/leader.ts';
import { pullSource } from '../../src/sync/pull/pull.ts';
import { pushNext, type Pushed } from '../../src/sync/push/push.ts';
import type { Transport } from '../../src/sync/transport/transport.ts';
import { ModelServer } from './model-server.ts';

/**
 * A person's device with its mirror, connected to a model of the server. No time passes between the steps.
 */
export class Device {
  readonly server: ModelServer;
  readonly db: MirrorDatabase;
  readonly deal: string;
  readonly #leadership: Leadership;

  private constructor(server: ModelServer, db: MirrorDatabase, deal: string, epoch = 1) {
    this.server = server;
    this.db = db;
    this.deal = deal;
    this.#leadership = { db, epoch };
  }

  /** Creates a device that is synced with a deal of some headers. Returns it with their ids. */
  static async withHeaders(count: number): Promise<{ device: Device; ids: string[] }> {
    const user = newUuid();
    const server = new ModelServer(user);
    const deal = newUuid();
    server.openDeal(deal);
    const ids = Array.from({ length: count }, () => newUuid());
    for (const [index, id] of ids.entries()) server.addHeader(deal, id, `Header ${index + 1}`);
    return { device: await Device.#inStep(server, deal), ids };
  }

  static async #inStep(server: ModelServer, deal: string): Promise<Device> {
    const db = new MirrorDatabase(newUuid(), 'relaxed');
    await db.meta.put({ key: 'epoch', value: 1 });
    const device = new Device(server, db, deal);
    await device.pullDeals();
    await device.pullDeal();
    return device;
  }

  /** Creates another device of the same person, with its own mirror. */
  async second(): Promise<Device> {
    return Device.#inStep(this.server, this.deal);
  }

  /**
   * Freezes the worker. Returns the new leader on the same database, which knows only what is on disk.
   * Responses to the old leader's requests arrive too late.
   */
  async crash(): Promise<Device> {
    const epoch = this.#leadership.epoch + 1;
    await this.db.meta.put({ key: 'epoch', value: epoch });
    return new Device(this.server, this.db, this.deal, epoch);
  }

  /**
   * The same while an edit is being sent: the server gets the request, and the response reaches a worker that
   * no longer leads.
   */
  async crashWhileSending(): Promise<Device> {
    const held = this.#hold();
    const pushed = pushNext(this.#leadership, held.transport, this.deal);
    await Promise.race([held.answered, pushed]);
    const fresh = await this.crash();
    held.letThrough();
    await tooLate(pushed);
    return fresh;
  }

  async push(): Promise<Pushed> {
    return pushNext(this.#leadership, this.server.transport(), this.deal);
  }

  /** Pushes until the outbox is empty or has to wait. */
  async pushAll(): Promise<Pushed> {
    const pushed = await this.push();
    return pushed.outcome === 'sent' || pushed.outcome === 'refused' ? this.pushAll() : pushed;
  }

  async pullDeals(): Promise<void> {
    await pullSource(this.#leadership, this.server.transport(), ACCOUNT_LANE, 'transactions');
  }

  async pullDeal(): Promise<void> {
    await pullSource(this.#leadership, this.server.transport(), this.deal, 'changes');
  }

  /**
   * Requests the deal. The response has the state at the time of this call; the returned function applies it.
   */
  async requestDeal(): Promise<() => Promise<void>> {
    const held = this.#hold();
    const pulled = pullSource(this.#leadership, held.transport, this.deal, 'changes');
    await Promise.race([held.answered, pulled]);
    return async () => {
      held.letThrough();
      await tooLate(pulled);
    };
  }

  /** Returns a transport that holds responses until the test releases them. */
  #hold(): { transport: Transport; answered: Promise<void>; letThrough(): void } {
    const { ask, send, listen } = this.server.transport();
    const answered = Promise.withResolvers<void>();
    const through = Promise.withResolvers<void>();
    const late = async <Answer>(answer: Answer): Promise<Answer> => {
      answered.resolve();
      await through.promise;
      return answer;
    };
    return {
      transport: {
        ask: async (request, options) => late(await ask(request, options)),
        send: async (request, options) => late(await send(request, options)),
        listen,
      },
      answered: answered.promise,
      letThrough: through.resolve,
    };
  }

  /** Returns the order on the screen, without empty lists. */
  async order(): Promise<Map<string, readonly string[]>> {
    const rows = await this.db.childLists.where({ transaction: this.deal }).toArray();
    return new Map(rows.filter((row) => row.children.length > 0).map((row) => [row.parent, row.children]));
  }

  async top(): Promise<readonly string[]> {
    return (await this.order()).get('top') ?? [];
  }

  async outbox(): Promise<OutboxRow[]> {
    return this.db.outbox.orderBy('seq').toArray();
  }

  async tray(): Promise<RejectedRow[]> {
    return this.db.rejected.toArray();
  }

  async toasts(): Promise<string[]> {
    return (await this.db.notices.orderBy('at').toArray()).map((notice) => notice.message);
  }
}

/** Waits for a step of a worker that may no longer lead. In that case, the step has no effect. */
async function tooLate(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof LeadershipLostError)) throw error;
  }
}
