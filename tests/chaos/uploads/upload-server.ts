import { readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp, isStale } from '../../../scripts/app-build.ts';
import { sweepUploads } from '../../../server/jobs/documents/sweep-uploads.ts';
import { openObjectStore } from '../../../server/storage/open-object-store.ts';
import { UPLOAD_KEPT_DAYS } from '../../../server/storage/partial-uploads.ts';
import type { Opening } from '../../browser/support/chromium.ts';
import { openWire, type Wire } from '../../browser/support/network.ts';
import { ChaosProxy, type Fault, type FaultPlan } from '../../support/chaos-proxy.ts';
import { planFaults, uploading } from '../fault-plan.ts';
import type { Random } from '../random.ts';
import { RealServer, type Publish } from '../real-server.ts';
import { toTheStore } from './store-climate.ts';
import { UploadDevice } from './upload-device.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const PASS: Fault = { kind: 'pass' };

/**
 * A connection from the browser to a port of the server: a wire, which can be cut and slowed, and a proxy
 * behind it.
 */
interface Line {
  wire: Wire;
  proxy: ChaosProxy;
}

/** The built app and the real server, behind networks that fail as the seed determines. */
export class UploadServer {
  readonly server: RealServer;
  readonly api: Line;
  readonly store: Line;
  /** Names of partial files that the store was writing when the server was killed. */
  readonly leftByKills = new Set<string>();
  /** Stored objects without a document, with the deal whose run first found them. */
  readonly surplusOf = new Map<string, string>();
  #apiPlan: FaultPlan = () => PASS;
  /** The faults that requests to the store had met before the run. */
  #metBefore: ReadonlyMap<Fault['kind'] | 'offline', number> = new Map();

  private constructor(server: RealServer, api: Line, store: Line) {
    this.server = server;
    this.api = api;
    this.store = store;
  }

  /** `resumable`: whether the server accepts uploads in chunks. */
  static async start({ resumable = true }: { resumable?: boolean } = {}): Promise<UploadServer> {
    if (isStale(process.cwd())) {
      const built = await buildApp(process.cwd());
      if (built.code !== 0) throw new Error(built.output);
    }
    const lines: Line[] = [];
    const publish: Publish = async ({ api, store }) => {
      lines.push(await openLine(api), await openLine(store));
      const [PUBLIC_URL = '', STORE_PUBLIC_URL = ''] = lines.map(
        ({ wire }) => `http://127.0.0.1:${wire.port}`,
      );
      return { PUBLIC_URL, STORE_PUBLIC_URL };
    };
    const server = await RealServer.start({ publish, resumableUploads: resumable });
    const [api, store] = lines;
    if (!api || !store) throw new Error('The server was not published.');
    return new UploadServer(server, api, store);
  }

  /** The address of the app. */
  get url(): string {
    return `http://127.0.0.1:${this.api.wire.port}`;
  }

  /** Creates a new person with their own browser. */
  async newDevice(opening?: Opening): Promise<UploadDevice> {
    const [person] = await this.server.addMembers(1);
    if (!person) throw new Error('There is no person to upload.');
    return UploadDevice.open(this, person, opening);
  }

  /**
   * From now on, requests to the API and the store meet the faults of the seed. The app itself loads without
   * faults.
   */
  worsen(random: Random): void {
    this.#metBefore = new Map(this.store.proxy.met);
    const toTheApi = planFaults(random.fork('api'), uploading);
    this.#apiPlan = (request) => (request.url.startsWith('/api/') ? toTheApi(request) : PASS);
    this.api.proxy.follow(this.#apiPlan);
    this.store.proxy.follow(planFaults(random.fork('store'), toTheStore));
  }

  /** Lets requests to the API pass without faults during the act. */
  async calmly(act: () => Promise<void>): Promise<void> {
    this.api.proxy.follow(() => PASS);
    await act();
    this.api.proxy.follow(this.#apiPlan);
  }

  /** Kills the server (`kill -9`), and restarts it after a while. */
  async killServer(forMs: number): Promise<void> {
    await this.server.kill();
    for (const name of await entriesOf(join(this.server.objects, 'partial'))) this.leftByKills.add(name);
    await pause(forMs);
    await this.server.start();
  }

  /** Ends all faults. Hanging requests have failed and all duplicates have arrived when this resolves. */
  async heal(): Promise<void> {
    this.#apiPlan = () => PASS;
    if (!this.server.runs) await this.server.start();
    for (const { wire } of [this.api, this.store]) {
      wire.slowTo(null);
      await wire.restore();
    }
    await Promise.all([this.api.proxy.heal(), this.store.proxy.heal()]);
  }

  /** How many requests have met which fault so far. */
  get met(): ReadonlyMap<string, number>[] {
    return [this.api.proxy.met, this.store.proxy.met];
  }

  /** Whether the network delivered a request twice, or delivered one after its sender had given up. */
  get hasRepeated(): boolean {
    const { met } = this.store.proxy;
    const repeats: Fault['kind'][] = ['duplicate', 'black hole', 'swallow', 'cut answer', 'stranger'];
    return repeats.some((kind) => (met.get(kind) ?? 0) > (this.#metBefore.get(kind) ?? 0));
  }

  /**
   * Runs the cleanup that the server does by itself after two weeks without activity. Must not run during an
   * upload, because it would delete uploads of other deals, too.
   */
  async sweep(): Promise<void> {
    const { objects } = this.server;
    // What a killed server had half written is deleted when the store is opened an hour later, as at every
    // start.
    const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
    for (const name of await entriesOf(join(objects, 'partial')))
      if (this.leftByKills.has(name)) await utimes(join(objects, 'partial', name), twoHoursAgo, twoHoursAgo);
    const { store, partials } = await openObjectStore({
      objectStore: { kind: 'folder', folder: objects },
      dataDir: dirname(objects),
      storePublicUrl: this.store.proxy.origin,
    });
    const now = () => new Date(Date.now() + (UPLOAD_KEPT_DAYS + 1) * DAY_MS);
    await sweepUploads({ objects: store, now }, partials);
    await store.close();
  }

  async stop(): Promise<void> {
    await this.server.stop();
    for (const { wire, proxy } of [this.api, this.store]) {
      await wire.close();
      await proxy.close();
    }
  }
}

async function openLine(port: number): Promise<Line> {
  const proxy = await ChaosProxy.open(port, () => PASS, 'of the browser');
  const wire = await openWire(Number(new URL(proxy.origin).port));
  return { wire, proxy };
}

/** Returns the names in a folder, or none if the folder doesn't exist. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
