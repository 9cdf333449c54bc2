import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { killBrowser, openBrowser } from '../../browser/support/chromium.ts';
import { readScreen, REPORT, reportPresses, type Press, type RoomScreen } from './room-screen.ts';
import type { SignerStep } from './schedule.ts';
import { CITY, type Signatory } from './signing-deal.ts';
import type { SigningServer } from './signing-server.ts';

/** How many milliseconds a person tries to press a button that has just been visible. */
const PRESS_MS = 1500;

/** How many milliseconds a room that was just loaded may show an outdated state. */
const SETTLE_MS = 3000;

const MOST_TABS = 2;

/** A tab with a signing room. */
interface Tab {
  page: Page;
  token: string;
  /** Whether it was loaded after the count of signed pages was last checked. */
  isFresh: boolean;
}

/** A signatory with a real browser and a separate profile, who knows only their emails. */
export class Signer {
  readonly person: Signatory;
  /** Everything that they pressed, in order. */
  readonly presses: Press[] = [];
  /** Impossible states that a room showed. */
  readonly findings: string[] = [];
  readonly #room: SigningServer;
  readonly #browser: SignerBrowser;
  #tabs: Tab[] = [];
  #isOffline = false;
  /** The highest number of signed pages that a room showed, by packet. */
  readonly #mostSigned = new Map<string, number>();
  /** The codes for new devices that they have entered. */
  readonly #entered = new Set<string>();
  /** Packets that they wanted to decline. */
  readonly #declined = new Set<string>();

  private constructor(room: SigningServer, person: Signatory, browser: SignerBrowser) {
    this.#room = room;
    this.person = person;
    this.#browser = browser;
  }

  /** Opens the link in their first email. */
  static async open(room: SigningServer, person: Signatory, browser: SignerBrowser): Promise<Signer> {
    const signer = new Signer(room, person, browser);
    browser.onPress = (press) => signer.presses.push(press);
    while (room.linksTo(person.email).length === 0) await pause(50);
    return signer;
  }

  async carryOut(step: SignerStep): Promise<void> {
    switch (step.kind) {
      case 'open another tab':
        if (this.#tabs.length < MOST_TABS) await this.#openTab();
        return;
      case 'kill the browser':
        await this.#browser.kill();
        this.#tabs = [];
        return;
      case 'lose the network': {
        await this.#setOffline(true);
        await pause(step.forMs / 2);
        await this.goOn({ tab: 0, twice: false });
        await pause(step.forMs / 2);
        return this.findNetwork();
      }
      case 'reload': {
        const tab = await this.#tab(step.tab);
        await tab.page.reload({ waitUntil: 'domcontentloaded' }).catch(() => undefined);
        tab.isFresh = true;
        return;
      }
      case 'crash the tab': {
        const tab = await this.#tab(step.tab);
        const crashed = tab.page.waitForEvent('crash', { timeout: 5000 });
        void tab.page.goto('chrome://crash').catch(() => undefined);
        await crashed.catch(() => undefined);
        await this.#close(tab);
        return;
      }
      case 'open the newest link': {
        const tab = await this.#tab(step.tab);
        return this.#load(tab);
      }
      case 'choose another signature': {
        const { page } = await this.#tab(step.tab);
        await attempt(async () => {
          await page.locator('summary', { hasText: 'Documents and signature' }).click({ timeout: PRESS_MS });
          await page.getByRole('button', { name: 'Change signature' }).click({ timeout: PRESS_MS });
          await page.getByLabel('Script').check({ timeout: PRESS_MS });
          await page.getByRole('button', { name: 'Use this signature' }).click({ timeout: PRESS_MS });
        });
        return;
      }
      case 'decline': {
        const { page, token } = await this.#tab(step.tab);
        // Pages that haven't been sent yet won't be signed.
        this.#declined.add(await this.#room.packetOf(token));
        await attempt(async () => {
          await page.getByRole('button', { name: 'Decline to sign' }).click({ timeout: PRESS_MS });
          await page.getByLabel('Reason').fill('I left the company.', { timeout: PRESS_MS });
          await page.getByRole('button', { name: 'Decline to sign' }).click({ timeout: PRESS_MS });
        });
        return;
      }
      case 'go on':
        return this.goOn(step);
    }
  }

  /** Takes the next step on the screen. */
  async goOn({ tab: nth, twice }: { tab: number; twice: boolean }): Promise<void> {
    const tab = await this.#tab(nth);
    const screen = await this.look(tab);
    // A tab without content has crashed: close it, so that the link is opened again.
    if (!screen) return this.#close(tab);
    const { page } = tab;
    const press = async (name: string) =>
      attempt(async () => {
        const button = page.getByRole('button', { name, exact: true });
        if (twice) await button.dblclick({ timeout: PRESS_MS, delay: 10 });
        else await button.click({ timeout: PRESS_MS });
      });
    switch (screen.heading) {
      case 'Documents for you to sign':
        await attempt(async () =>
          page.getByLabel('I agree to sign electronically').check({ timeout: PRESS_MS }),
        );
        await press('Continue');
        return;
      case 'Choose your signature':
        await press('Use this signature');
        return;
      case 'Decline to sign':
        await press('Go back');
        return;
      case 'Confirm it’s you':
        await press('Email me a code');
        return;
      case 'Enter the code we emailed you':
        await this.#enterCode(tab, screen, press);
        return;
      case 'This link couldn’t be opened':
        await press('Try again');
        return;
      case 'Review and sign':
        await this.#sign(tab, screen, press);
        return;
      default:
        // The room has ended. A newer email may have another link.
        if (this.#newestLink !== tab.token) await this.#load(tab);
    }
  }

  async findNetwork(): Promise<void> {
    if (this.#isOffline) await this.#setOffline(false);
  }

  async #setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    try {
      await (await this.#browser.context()).setOffline(isOffline);
    } catch {
      // A crashed tab keeps the setting from reaching the others. A new browser starts online.
      await this.#browser.kill();
      this.#tabs = [];
      this.#isOffline = false;
    }
  }

  /** Closes all tabs except one, goes online, and opens the newest link. */
  async settle(): Promise<void> {
    await this.findNetwork();
    const [first, ...others] = this.#tabs;
    for (const tab of others) await this.#close(tab);
    if (first) await this.#load(first);
  }

  /** Reads the screen, and records impossible states. Returns null if the tab shows nothing. */
  async look(tab: Tab): Promise<RoomScreen | null> {
    const isFresh = tab.isFresh;
    const packet = await this.#room.packetOf(tab.token);
    let screen = await readScreen(tab.page).catch(() => null);
    // This tab may learn what another tab has sent only from the next response.
    const end = performance.now() + (isFresh ? SETTLE_MS : 0);
    while (this.#showsFewer(screen, packet) && performance.now() < end) {
      await pause(100);
      screen = await readScreen(tab.page).catch(() => null);
    }
    if (!screen) return null;
    if (screen.heading === 'You have signed') await this.#expectCompleted(packet);
    if (screen.signed === null) return screen;
    tab.isFresh = false;
    const most = this.#mostSigned.get(packet) ?? 0;
    const isRefused = screen.alert !== '' && !screen.alert.startsWith('We can’t reach the server');
    if (isFresh && screen.signed < most && !isRefused && !this.#declined.has(packet))
      this.findings.push(
        `${this.person.name} saw ${most} pages signed, and after a reload ${screen.signed} (alert: “${screen.alert}”)`,
      );
    this.#mostSigned.set(packet, isRefused ? screen.signed : Math.max(isFresh ? 0 : most, screen.signed));
    return screen;
  }

  #showsFewer(screen: RoomScreen | null, packet: string): boolean {
    return screen?.signed !== null && screen !== null && screen.signed < (this.#mostSigned.get(packet) ?? 0);
  }

  /** Returns the text on their screens. */
  async shown(): Promise<string> {
    const screens = await Promise.all(
      this.#tabs.map(async ({ page, token }) => {
        const text = await page.locator('body').innerText({ timeout: 5000 }).catch(String);
        const isNewest = token === this.#newestLink ? 'the newest' : 'an older';
        return `${isNewest} link shows “${text.replaceAll(/\s+/g, ' ').slice(0, 300)}”`;
      }),
    );
    return `${this.person.name}: ${screens.join('; ')}.`;
  }

  async close(): Promise<void> {
    for (const tab of this.#tabs) await this.#close(tab);
  }

  async #sign(tab: Tab, screen: RoomScreen, press: (name: string) => Promise<void>): Promise<void> {
    const { page } = tab;
    if (screen.buttons.includes('Sign this page')) {
      const city = page.getByPlaceholder(CITY);
      if ((await city.count()) > 0) {
        await attempt(async () => city.fill(`Vienna ${this.presses.length}`, { timeout: PRESS_MS }));
        const initials = page.locator('button[aria-pressed="false"]');
        if ((await initials.count()) > 0) await attempt(async () => initials.click({ timeout: PRESS_MS }));
      }
      await press('Sign this page');
    } else if (screen.buttons.includes('Finish and send')) await press('Finish and send');
    else if (screen.buttons.includes('Next page')) await press('Next page');
    else if (screen.buttons.includes('Previous page')) await press('Previous page');
    await this.look(tab);
  }

  /** Enters the emailed code. A killed browser may have lost its cookie, so it is a new device. */
  async #enterCode(
    { page }: Tab,
    { alert }: RoomScreen,
    press: (name: string) => Promise<void>,
  ): Promise<void> {
    const code = this.#room.codesTo(this.person.email).findLast((each) => !this.#entered.has(each));
    if (code === undefined) {
      if (alert.includes('Get a new')) await page.reload().catch(() => undefined);
      // The email is still on its way.
      return pause(100);
    }
    await attempt(async () => page.getByLabel('Code').fill(code, { timeout: PRESS_MS }));
    await press('Open the documents');
    const answered = page.getByText(
      /This code|Documents for you to sign|Choose your signature|Review and sign|You have signed/,
    );
    // If the response was lost, the code has to be entered again.
    if (
      await answered
        .first()
        .waitFor({ timeout: PRESS_MS })
        .then(
          () => true,
          () => false,
        )
    )
      this.#entered.add(code);
  }

  /** Checks that a room shows “You have signed” only once the server has the signatures. */
  async #expectCompleted(packet: string): Promise<void> {
    const { status } = await this.#room.server.db
      .selectFrom('packets')
      .select('status')
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
    if (status !== 'completed')
      this.findings.push(`${this.person.name} read “You have signed”, but the packet is ${status}`);
  }

  get #newestLink(): string {
    return this.#room.linksTo(this.person.email).at(-1) ?? '';
  }

  async #tab(nth: number): Promise<Tab> {
    return this.#tabs[nth % Math.max(1, this.#tabs.length)] ?? (await this.#openTab());
  }

  async #openTab(): Promise<Tab> {
    const page = await (await this.#browser.context()).newPage();
    const tab: Tab = { page, token: '', isFresh: true };
    this.#tabs.push(tab);
    await this.#load(tab);
    return tab;
  }

  async #load(tab: Tab): Promise<void> {
    tab.token = this.#newestLink;
    tab.isFresh = true;
    const address = `${this.#room.proxy.origin}/sign/${tab.token}`;
    await tab.page.goto(address, { waitUntil: 'domcontentloaded', timeout: 10_000 }).catch(() => undefined);
  }

  async #close(tab: Tab): Promise<void> {
    this.#tabs = this.#tabs.filter((each) => each !== tab);
    await tab.page.close().catch(() => undefined);
  }
}

/** A browser profile, which signatories of several runs use one after another. */
export class SignerBrowser {
  onPress: (press: Press) => void = () => undefined;
  readonly #folder: string;
  #context: Promise<BrowserContext> | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(): Promise<SignerBrowser> {
    return new SignerBrowser(await mkdtemp(join(tmpdir(), 'counterpart-signer-')));
  }

  async context(): Promise<BrowserContext> {
    this.#context ??= this.#open();
    return this.#context;
  }

  /** Kills the browser (`kill -9`), as if the battery were empty. */
  async kill(): Promise<void> {
    const context = await this.context();
    const closed = new Promise<void>((resolve) => {
      context.once('close', () => resolve());
    });
    await killBrowser(context);
    await closed;
    this.#context = null;
  }

  async close(): Promise<void> {
    await (await this.#context)?.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }

  async #open(): Promise<BrowserContext> {
    const context = await openBrowser(this.#folder, { shell: true, still: true });
    await context.exposeBinding(REPORT, (_source, press: Press) => this.onPress(press));
    await context.addInitScript(reportPresses);
    return context;
  }
}

/** Ignores failures, because a button may disappear before it is pressed. */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  await act().catch(() => undefined);
}
