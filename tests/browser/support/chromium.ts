import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { chromiumPath, headlessShellPath } from '../../../scripts/system-packages.ts';
import { until } from '../../support/until.ts';

export const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** How a browser is opened. */
export interface Opening {
  /** With the tabs that it had when it ended, as after a crash. */
  restore?: boolean;
  /** The person wants no movement: for tests of what is shown, not of how it gets there. */
  still?: boolean;
  /** Its headless shell is enough: for tests that ask for nothing but the page. */
  shell?: boolean;
  /** Whether it has service workers, which it has unless said otherwise. */
  serviceWorkers?: boolean;
  /** Where host names lead: the rules of its switch `--host-resolver-rules`. */
  hosts?: string;
  /** Further switches of the browser's. */
  args?: readonly string[] | undefined;
}

/** A real browser with a profile of its own, which goes when it is closed. */
export interface Profile {
  context: BrowserContext;
  close(): Promise<void>;
}

/** Chromium with a profile of its own: an empty one, or a copy of `like`. */
export async function openProfile({ like, ...opening }: Opening & { like?: string } = {}): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-profile-'));
  if (like !== undefined) await cp(like, folder, { recursive: true });
  const context = await openBrowser(folder, opening);
  return {
    context,
    async close() {
      await context.close();
      // Helpers of the browser's may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * A browser on the profile in a folder, which stays when it is closed. It keeps pages for the way back, as people's
 * browsers do and the test's driver would not.
 */
export async function openBrowser(
  folder: string,
  { restore = false, still = false, shell = false, serviceWorkers = true, hosts, args = [] }: Opening = {},
): Promise<BrowserContext> {
  if (restore) {
    // Its switch for this does nothing without a window; the person's own setting does.
    const settings = { session: { restore_on_startup: 1 } };
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(settings));
  }
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: shell ? headlessShellPath() : chromiumPath(),
    args: [...chromiumFlags, ...(hosts === undefined ? [] : [`--host-resolver-rules=${hosts}`]), ...args],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    viewport: { width: 1440, height: 900 },
    reducedMotion: still ? 'reduce' : 'no-preference',
  });
  if (!serviceWorkers)
    await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  // Machines may be busy: as long as `expect.poll` looks.
  context.setDefaultTimeout(60_000);
  return context;
}

/** `kill -9` of the browser: nothing is written any more, nobody is told. Its profile is free for another. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const debugging = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await debugging?.send('SystemInfo.getProcessInfo')) ?? {};
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser does not say which process it is.');
  process.kill(browser.id, 'SIGKILL');
  await until('the browser has ended', () => !isAlive(browser.id));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
