import type { Page } from 'playwright-core';
import { buildApp, isStale } from '../../../scripts/app-build.ts';
import { openWire, type Wire } from '../../browser/support/network.ts';
import { until } from '../../support/until.ts';
import type { SmallDocuments } from '../../browser/support/small-documents.ts';
import { RealServer, type Person } from '../../chaos/real-server.ts';
import { UploadDevice, type Site } from '../../chaos/uploads/upload-device.ts';

/** The environment of a measurement. */
export interface UploadSetting {
  site: BenchSite;
  documents: SmallDocuments;
  /** How many times each row is measured. */
  runs: number;
}

/**
 * The built app and the real server with PostgreSQL in its own process, behind network connections with a
 * given speed.
 */
export class BenchSite implements Site {
  readonly server: RealServer;
  readonly api: Wire;
  readonly store: Wire;

  private constructor(server: RealServer, api: Wire, store: Wire) {
    this.server = server;
    this.api = api;
    this.store = store;
  }

  static async start(): Promise<BenchSite> {
    if (isStale(process.cwd())) {
      const built = await buildApp(process.cwd());
      if (built.code !== 0) throw new Error(built.output);
    }
    const wires: Wire[] = [];
    const server = await RealServer.start({
      publish: async (ports) => {
        wires.push(await openWire(ports.api), await openWire(ports.store));
        const [PUBLIC_URL = '', STORE_PUBLIC_URL = ''] = wires.map(({ port }) => `http://127.0.0.1:${port}`);
        return { PUBLIC_URL, STORE_PUBLIC_URL };
      },
    });
    const [api, store] = wires;
    if (!api || !store) throw new Error('The server was not published.');
    return new BenchSite(server, api, store);
  }

  get url(): string {
    return `http://127.0.0.1:${this.api.port}`;
  }

  async calmly(act: () => Promise<void>): Promise<void> {
    await act();
  }

  /**
   * Opens a browser for a new user, on a new deal with the upload queue open. Removes everything afterwards.
   */
  async onNewDevice<Result>(
    measure: (desk: { device: UploadDevice; page: Page; person: Person; deal: string }) => Promise<Result>,
  ): Promise<Result> {
    const [person] = await this.server.addMembers(1);
    if (!person) throw new Error('There is no person to upload.');
    const made = await person.client.post('/transactions/transaction', { name: 'Benchmark' });
    const deal: string = made.body.uuid;
    const device = await UploadDevice.open(this, person);
    try {
      await device.enter(deal);
      return await measure({ device, page: await device.onDeal(), person, deal });
    } finally {
      this.store.slowTo(null);
      await this.store.restore();
      await device.close();
      // The uploads of this round must not be converted during the next.
      await until('all documents are converted', async () => (await this.#unconverted()) === 0, 120_000);
    }
  }

  async #unconverted(): Promise<number> {
    const { count } = await this.server.db
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('conversion_status', '=', 'processing')
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await Promise.all([this.api.close(), this.store.close()]);
  }
}

/** Resolves when the deal has this many documents on the server. */
export async function documentsThere({ client }: Person, deal: string, count: number): Promise<void> {
  for (;;) {
    const { body } = await client.get(`/transactions/document?transaction=${deal}`);
    if (body.length >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
