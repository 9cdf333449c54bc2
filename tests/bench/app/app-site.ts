import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { buildApp, isStale } from '../../../scripts/app-build.ts';
import { thumbnailKey } from '../../../server/storage/object-keys.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import { openBrowser } from '../../browser/support/chromium.ts';
import { openWire, type Wire } from '../../browser/support/network.ts';
import { RealServer, type Person } from '../../chaos/real-server.ts';
import { PASSWORD } from '../../server/support/test-server.ts';
import { until } from '../../support/until.ts';
import { copyOf, makeDeal } from '../sync/deal-wire.ts';
import { fillServer } from '../sync/fill-server.ts';
import { watchPage } from './page-watch.ts';

/** The environment of a measurement. */
export interface AppSetting {
  site: AppSite;
  /** How many times each row is measured. */
  runs: number;
}

/** The factor by which the page's processor is slowed down; 1 = not slowed down. */
export const THROTTLED = 4;

/** A deal on the server. */
export interface BenchDeal {
  uuid: string;
  /** The number of rows on its checklist. */
  nodes: number;
}

/**
 * The built app, the real server with PostgreSQL in its own process, a user, and the user's deals. Each round
 * starts a new browser with a copy of a profile in which the user has already opened certain deals.
 */
export class AppSite {
  readonly server: RealServer;
  readonly person: Person;
  readonly #wires: readonly Wire[];
  readonly #profiles = new Map<string, string>();
  readonly #folder: string;

  private constructor(server: RealServer, person: Person, wires: readonly Wire[], folder: string) {
    this.server = server;
    this.person = person;
    this.#wires = wires;
    this.#folder = folder;
  }

  static async start(): Promise<AppSite> {
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
    const [person] = await server.addMembers(1);
    if (!person) throw new Error('Nobody is there to look at a deal.');
    return new AppSite(server, person, wires, await mkdtemp(join(tmpdir(), 'counterpart-bench-app-')));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#wires[0]?.port}`;
  }

  checklistOf({ uuid }: BenchDeal): string {
    return `${this.url}/transaction/${uuid}/checklist`;
  }

  /** Creates a deal with this many mirrored rows. `copy` numbers the deals of the same size. */
  async addDeal(rows: number, copy: number): Promise<BenchDeal> {
    const deal = copyOf(makeDeal(rows), copy);
    await fillServer(this.server.db, this.person.client, deal);
    await this.#addPictures(deal.documents);
    return { uuid: deal.transaction.uuid, nodes: deal.elements.length };
  }

  /** Stores a picture of each document's first page, which the checklist shows next to the name. */
  async #addPictures(documents: readonly Document[]): Promise<void> {
    const sheet = { width: 144, height: 186, channels: 3, background: '#fdfdfd' } as const;
    const picture = await sharp({ create: sheet }).png().toBuffer();
    for (const { pdf_file_key: key } of documents) {
      if (key === null) continue;
      const file = join(this.server.objects, 'whole', thumbnailKey(key, 1));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, picture);
    }
  }

  /**
   * Returns a profile in which the app is installed, the user is signed in, and these deals are stored. Each
   * profile is created once.
   */
  async #profileWith(deals: readonly BenchDeal[]): Promise<string> {
    const name = deals.map(({ uuid }) => uuid).join('+');
    const existing = this.#profiles.get(name);
    if (existing !== undefined) return existing;
    const folder = join(this.#folder, `profile-${this.#profiles.size}`);
    const context = await openBrowser(folder);
    const page = await context.newPage();
    await page.goto(`${this.url}/login`);
    await page.getByLabel('Email address').fill(this.person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    for (const deal of deals) {
      await page.goto(this.checklistOf(deal));
      await wholeChecklist(page, deal);
    }
    await until('the service worker serves the page', async () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    // Going to another page lets pending writes finish.
    await page.goto(this.url);
    await page.getByRole('link', { name: 'Acquisition' }).first().waitFor();
    await context.close();
    this.#profiles.set(name, folder);
    return folder;
  }

  /**
   * Starts a browser with these deals stored locally and an empty page with `PageWatch` installed, measures,
   * and closes the browser.
   */
  async inBrowser<Result>(
    { deals, slower = 1, args }: { deals: readonly BenchDeal[]; slower?: number; args?: string[] },
    measure: (desk: Desk) => Promise<Result>,
  ): Promise<Result> {
    const profile = await this.#profileWith(deals);
    const folder = join(this.#folder, 'desk');
    await cp(profile, folder, { recursive: true });
    const context = await openBrowser(folder, { args });
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.addInitScript(watchPage);
      const session = await context.newCDPSession(page);
      await waitUntilBrowserIdle(context);
      if (slower !== 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      return await measure({ page, context, isThrottled: slower !== 1 });
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
      await this.online();
    }
  }

  /** Cuts off page, workers and service worker from the server. */
  async offline(): Promise<void> {
    await Promise.all(this.#wires.map(async (wire) => wire.cut()));
  }

  async online(): Promise<void> {
    await Promise.all(this.#wires.map(async (wire) => wire.restore()));
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await Promise.all(this.#wires.map(async (wire) => wire.close()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export interface Desk {
  page: Page;
  context: BrowserContext;
  isThrottled: boolean;
}

/** Resolves once the checklist is on the page with all rows; a virtual list renders only some of them. */
export async function wholeChecklist(page: Page, { nodes }: BenchDeal): Promise<void> {
  await page.locator(`[role=treegrid][aria-rowcount="${nodes + 1}"]`).waitFor({ timeout: 120_000 });
  await page.locator('[role=treegrid] [data-uuid]').first().waitFor();
}

/** Resolves once the page has been idle for a while. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => bench.rest());
}

/** The share of a processor that an idle browser may use, and the time over which it is measured. */
const RESTING_SHARE = 0.05;
const LOOKED_AT_MS = 500;

/** Resolves once the browser has finished its own startup work, such as preparing pages in advance. */
async function waitUntilBrowserIdle(context: BrowserContext): Promise<void> {
  const debugging = await context.browser()?.newBrowserCDPSession();
  if (!debugging) throw new Error('The browser cannot be asked.');
  const cpuTimes = async () => {
    const { processInfo } = await debugging.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime * 1000]));
  };
  let before = await cpuTimes();
  await until('the browser is at rest', async () => {
    await pause(LOOKED_AT_MS);
    const now = await cpuTimes();
    const last = before;
    before = now;
    // A process that appears or ends is part of the startup.
    const same = now.size === last.size && [...now.keys()].every((id) => last.has(id));
    const spent = [...now].reduce((sum, [id, ms]) => sum + ms - (last.get(id) ?? 0), 0);
    return same && spent < RESTING_SHARE * LOOKED_AT_MS;
  });
  await debugging.detach();
}
