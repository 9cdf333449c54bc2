import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

interface Size {
  width: number;
  height: number;
}

/** A real browser with a profile of its own, which goes when it is closed. */
export interface Profile {
  context: BrowserContext;
  close(): Promise<void>;
}

/** Debian's Chromium with an empty profile; `CHROMIUM` names another. */
export async function openProfile(size?: Size): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-profile-'));
  const context = await openBrowser(folder, size);
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A browser on the profile in a folder, which stays when it is closed. It keeps pages for the way back, as people's
 * browsers do and the test's driver would not.
 */
export async function openBrowser(
  folder: string,
  size: Size = { width: 1440, height: 900 },
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/lib/chromium/chromium',
    args: flags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    viewport: size,
  });
}
