import { MirrorDatabase } from '../../src/db/database.ts';
import type { Collection, OutboxRow, RejectedRow } from '../../src/db/rows.ts';
import { newUuid } from '../../src/db/uuid.ts';
import type { Leadership } from '../../src/sync/leader.ts';
import { pullCollection } from '../../src/sync/pull.ts';
import { pushNext, type Pushed } from '../../src/sync/push.ts';
import { ModelServer } from './model-server.ts';

/** A person's device with its mirror, before a model of the server; time stands still between the steps. */
export class Device {
  readonly server: ModelServer;
  readonly db: MirrorDatabase;
  readonly deal: string;
  readonly #leadership: Leadership;

  private constructor(server: ModelServer, db: MirrorDatabase, deal: string) {
    this.server = server;
    this.db = db;
    this.deal = deal;
    this.#leadership = { db, epoch: 1 };
  }

  /** A device in step with a deal of some headers, which are answered by their ids. */
  static async withHeaders(count: number): Promise<{ device: Device; ids: string[] }> {
    const user = newUuid();
    const server = new ModelServer(user);
    const deal = newUuid();
    server.openDeal(deal);
    const ids = Array.from({ length: count }, () => newUuid());
    for (const [index, id] of ids.entries()) server.addHeader(deal, id, `Header ${index + 1}`);
    const db = new MirrorDatabase(user, 'relaxed');
    await db.meta.put({ key: 'epoch', value: 1 });
    const device = new Device(server, db, deal);
    await device.pull('transactions');
    await device.pullDeal();
    return { device, ids };
  }

  async push(): Promise<Pushed> {
    return pushNext(this.#leadership, this.server.transport(), this.deal);
  }

  /** Pushes until nothing is left or the queue is held up. */
  async pushAll(): Promise<Pushed> {
    const pushed = await this.push();
    return pushed.outcome === 'sent' || pushed.outcome === 'refused' ? this.pushAll() : pushed;
  }

  async pull(collection: Collection): Promise<void> {
    const lane = collection === 'transactions' ? 'account' : this.deal;
    await pullCollection(this.#leadership, this.server.transport(), lane, collection);
  }

  async pullDeal(): Promise<void> {
    for (const collection of ['elements', 'items', 'documents'] as const) await this.pull(collection);
  }

  /** The order on the screen; lists without children are left out. */
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
