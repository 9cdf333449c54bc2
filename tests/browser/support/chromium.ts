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
  /** Reopens the tabs of the last run, as after a crash. */
  restore?: boolean;
  /** The user prefers reduced motion. For tests of the result, not of the animation. */
  still?: boolean;
  /** Uses the headless shell, for tests that need only the page. */
  shell?: boolean;
  /** Whether the browser has service workers (default: yes). */
  serviceWorkers?: boolean;
  /** How host names resolve: the rules for the switch `--host-resolver-rules`. */
  hosts?: string;
  /** More switches for the browser. */
  args?: readonly string[] | undefined;
}

/** A real browser with its own profile, which is deleted when it is closed. */
export interface Profile {
  context: BrowserContext;
  close(): Promise<void>;
}

/** Opens Chromium with its own profile: an empty one, or a copy of `like`. */
export async function openProfile({ like, ...opening }: Opening & { like?: string } = {}): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-profile-'));
  if (like !== undefined) await cp(like, folder, { recursive: true });
  const context = await openBrowser(folder, opening);
  return {
    context,
    async close() {
      await context.close();
      // The browser's child processes may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * Opens a browser with the profile in a folder, which stays when it is closed. The back/forward cache is on, as in users'
 * browsers; Playwright would turn it off.
 */
export async function openBrowser(
  folder: string,
  { restore = false, still = false, shell = false, serviceWorkers = true, hosts, args = [] }: Opening = {},
): Promise<BrowserContext> {
  if (restore) {
    // The switch for this has no effect without a window, but the user's setting has.
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
  // The machine may be busy: the same time limit as for `expect.poll`.
  context.setDefaultTimeout(60_000);
  return context;
}

/** Kills the browser (`kill -9`): nothing more is written, and nothing is notified. Another browser can then use its profile. */
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
