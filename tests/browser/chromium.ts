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

/** A real browser with a profile of its own, which goes when it is closed. */
export interface Profile {
  context: BrowserContext;
  close(): Promise<void>;
}

/** Debian's Chromium with an empty profile; `CHROMIUM` names another. */
export async function openProfile(size = { width: 1440, height: 900 }): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/lib/chromium/chromium',
    args: flags,
    viewport: size,
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
