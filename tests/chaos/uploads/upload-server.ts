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

/** A way from the browser to a port of the server: a wire, which can be cut and slowed, and behind it the proxy. */
interface Line {
  wire: Wire;
  proxy: ChaosProxy;
}

/** The built app and the real server, behind networks that do to API and file store what the seed of a run says. */
export class UploadServer {
  readonly server: RealServer;
  readonly api: Line;
  readonly store: Line;
  /** What the store was in the middle of when the server was killed. */
  readonly leftByKills = new Set<string>();
  /** The deal in whose run an object was first found that no document has. */
  readonly surplusOf = new Map<string, string>();
  #apiPlan: FaultPlan = () => PASS;
  /** What requests to the store had met before the run. */
  #metBefore: ReadonlyMap<Fault['kind'] | 'offline', number> = new Map();

  private constructor(server: RealServer, api: Line, store: Line) {
    this.server = server;
    this.api = api;
    this.store = store;
  }

  /** `resumable`: whether the server takes uploads in chunks. */
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

  /** Where the browser finds the app. */
  get url(): string {
    return `http://127.0.0.1:${this.api.wire.port}`;
  }

  /** A new person, at a browser of theirs. */
  async newDevice(opening?: Opening): Promise<UploadDevice> {
    const [person] = await this.server.hire(1);
    if (!person) throw new Error('Nobody is there to upload.');
    return UploadDevice.open(this, person, opening);
  }

  /** Requests to API and store meet what the seed says; the app itself is loaded without faults. */
  worsen(random: Random): void {
    this.#metBefore = new Map(this.store.proxy.met);
    const toTheApi = planFaults(random.fork('api'), uploading);
    this.#apiPlan = (request) => (request.url.startsWith('/api/') ? toTheApi(request) : PASS);
    this.api.proxy.follow(this.#apiPlan);
    this.store.proxy.follow(planFaults(random.fork('store'), toTheStore));
  }

  /** Requests to the API pass without faults during the act. */
  async calmly(act: () => Promise<void>): Promise<void> {
    this.api.proxy.follow(() => PASS);
    await act();
    this.api.proxy.follow(this.#apiPlan);
  }

  /** Kills the server (`kill -9`), and starts it again after a while. */
  async killServer(forMs: number): Promise<void> {
    await this.server.kill();
    for (const name of await entriesOf(join(this.server.objects, 'partial'))) this.leftByKills.add(name);
    await pause(forMs);
    await this.server.start();
  }

  /** Everything works again; what hung has broken, and what was to come twice has come. */
  async heal(): Promise<void> {
    this.#apiPlan = () => PASS;
    if (!this.server.runs) await this.server.start();
    for (const { wire } of [this.api, this.store]) {
      wire.slowTo(null);
      await wire.restore();
    }
    await Promise.all([this.api.proxy.heal(), this.store.proxy.heal()]);
  }

  /** How many requests met which fault so far. */
  get met(): ReadonlyMap<string, number>[] {
    return [this.api.proxy.met, this.store.proxy.met];
  }

  /** Whether the network delivered a request twice, or after its sender had given up. */
  get hasRepeated(): boolean {
    const { met } = this.store.proxy;
    const repeats: Fault['kind'][] = ['duplicate', 'black hole', 'swallow', 'cut answer', 'stranger'];
    return repeats.some((kind) => (met.get(kind) ?? 0) > (this.#metBefore.get(kind) ?? 0));
  }

  /**
   * What the server clears away by itself when nobody comes back for two weeks, done now. Only where nothing is on its way:
   * an upload of another deal would go, too.
   */
  async sweep(): Promise<void> {
    const { objects } = this.server;
    // What was half in the store at a kill goes at the first start an hour later: opening the store is what a start does.
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

/** The names in a folder; none where nothing was ever put there. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
