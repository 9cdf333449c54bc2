import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { killBrowser, openBrowser, type Opening } from '../../browser/support/chromium.ts';
import { TestClient } from '../../server/support/test-client.ts';
import { PASSWORD } from '../../server/support/test-server.ts';
import { until } from '../../support/until.ts';
import type { Person, RealServer } from '../real-server.ts';
import { readMirror, type MirrorInBrowser } from './mirror-in-browser.ts';

/** How many milliseconds to wait before repeating a sign-in that did not get through. */
const SIGN_IN_EVERY_MS = 3000;

/** A server as seen by a browser. */
export interface Site {
  server: RealServer;
  url: string;
  /** Lets requests to the API pass without faults during the act. */
  calmly(act: () => Promise<void>): Promise<void>;
}

/** A real browser with a separate profile, in which one person uploads to one deal after another. */
export class UploadDevice {
  readonly person: Person;
  readonly #site: Site;
  /** The current deal. */
  #deal = '';
  /** How often the person had to sign in. */
  signIns = 0;
  readonly #folder: string;
  readonly #opening: Opening;
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  private constructor(site: Site, person: Person, folder: string, opening: Opening) {
    this.#site = site;
    this.person = person;
    this.#folder = folder;
    this.#opening = opening;
  }

  static async open(site: Site, person: Person, opening: Opening = {}): Promise<UploadDevice> {
    return new UploadDevice(site, person, await mkdtemp(join(tmpdir(), 'counterpart-uploads-')), opening);
  }

  get deal(): string {
    return this.#deal;
  }

  /** Signs in, opens a deal, and waits until the service worker controls the page. */
  async enter(deal: string): Promise<void> {
    this.#deal = deal;
    const page = await this.onDeal();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await until('the service worker serves the page', async () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
  }

  /** Returns the page with the deal's queue open, even if the browser, the tab or the session has ended. */
  async onDeal(): Promise<Page> {
    const page = await this.#anyPage();
    const toggle = page.getByRole('button', { name: /^Upload Queue \(/ });
    const login = page.getByLabel('Password');
    // Stays on the sign-in page, because it may still be copying files that were dropped when the session
    // ended.
    const isElsewhere = () => !page.url().includes(this.#deal) && !page.url().includes('/login');
    if (isElsewhere()) await page.goto(this.#address);
    let triedAt = -Infinity;
    const isOpen = async (): Promise<boolean> => {
      if (await login.isVisible()) {
        if (performance.now() - triedAt < SIGN_IN_EVERY_MS) return false;
        triedAt = performance.now();
        await this.#signIn(page);
      } else if (await toggle.isVisible()) {
        if (await this.picker(page).count()) return true;
        // The queue may open by itself at this moment, or the session may end and the page disappear.
        await toggle.click({ timeout: 1000 }).catch(() => undefined);
      } else if (isElsewhere()) {
        await page.goto(this.#address);
      }
      return false;
    };
    try {
      await until('the deal is on the screen, with its queue open', isOpen);
    } catch (error) {
      throw new Error(await this.shown(), { cause: error });
    }
    return page;
  }

  /** Returns the text on the screen, to explain why a step failed. */
  async shown(): Promise<string> {
    if (!this.#page) return 'no page';
    const words = await this.#page.locator('body').innerText({ timeout: 5000 });
    return `${this.#page.url()} shows “${words.replaceAll(/\s+/g, ' ').slice(0, 600)}”`;
  }

  /** Returns the input with which a person chooses files. */
  picker(page: Page): Locator {
    return page.locator('#upload-queue').getByLabel('Files to upload');
  }

  async reload(): Promise<void> {
    await (await this.onDeal()).reload();
  }

  /** Closes all tabs of the app. The browser stays open with an empty tab. */
  async closeTabs(): Promise<void> {
    const context = await this.#browser();
    const pages = context.pages();
    await context.newPage();
    for (const page of pages) await page.close();
    this.#page = null;
  }

  async killBrowser(): Promise<void> {
    const context = await this.#browser();
    const closed = new Promise<void>((resolve) => {
      context.once('close', () => resolve());
    });
    await killBrowser(context);
    await closed;
    this.#context = null;
    this.#page = null;
  }

  async stopServiceWorker(): Promise<void> {
    const debugging = await this.#debug();
    await debugging.send('ServiceWorker.enable');
    await debugging.send('ServiceWorker.stopAllWorkers');
    await debugging.detach();
  }

  /**
   * Limits the free disk space of the app during the act. `room`: bytes in addition to what is already used.
   */
  async onFullDisk(room: number, act: () => Promise<void>): Promise<void> {
    const page = await this.onDeal();
    const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const debugging = await this.#debug();
    const { origin } = new URL(this.#site.url);
    await debugging.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + room });
    try {
      await act();
    } finally {
      await debugging.send('Storage.overrideQuotaForOrigin', { origin });
      await debugging.detach();
    }
  }

  /** Ends the browser's session on the server. The browser notices with its next request. */
  async endSession(): Promise<void> {
    const client = new TestClient(this.#site.server.url);
    for (const { name, value } of await (await this.#browser()).cookies(this.#site.url))
      client.cookies.set(name, value);
    await client.delete('/auth/logout');
  }

  /** Presses “Try again now” if the app offers it, like a person who sees that the network is back. */
  async tryAgainNow(): Promise<void> {
    const button = (await this.onDeal()).getByRole('button', { name: 'Try again now' });
    // The button disappears once it is no longer needed.
    if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined);
  }

  async mirror(): Promise<MirrorInBrowser> {
    return readMirror(await this.onDeal());
  }

  async close(): Promise<void> {
    await this.#context?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #address(): string {
    return `${this.#site.url}/transaction/${this.#deal}/checklist`;
  }

  async #browser(): Promise<BrowserContext> {
    this.#context ??= await openBrowser(this.#folder, this.#opening);
    return this.#context;
  }

  async #anyPage(): Promise<Page> {
    const context = await this.#browser();
    this.#page ??= await context.newPage();
    return this.#page;
  }

  async #debug(): Promise<CDPSession> {
    const context = await this.#browser();
    const [page = await context.newPage()] = context.pages();
    return context.newCDPSession(page);
  }

  async #signIn(page: Page): Promise<void> {
    this.signIns += 1;
    await this.#site.calmly(async () => {
      await page.getByLabel('Email address').fill(this.person.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      // Continues after any response. A sign-in without a response is repeated later.
      await until('the sign-in is answered', () => !page.url().includes('/login'), SIGN_IN_EVERY_MS).catch(
        () => undefined,
      );
    });
  }
}
