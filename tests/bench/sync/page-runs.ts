import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../browser/support/chromium.ts';
import type { PageName } from './build-pages.ts';
import type { PageServer } from './serve-pages.ts';

/**
 * Starts a browser process with the profile in the folder, opens a contender's page, and runs `ask` on it.
 */
export async function askPage<Result>(
  folder: string,
  { server, page }: { server: PageServer; page: PageName },
  ask: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await openBrowser(folder);
  try {
    const opened = await context.newPage();
    const faults: Error[] = [];
    opened.on('pageerror', (error) => faults.push(error));
    await opened.goto(server.urlOf(page));
    const result = await ask(opened);
    if (faults[0]) throw faults[0];
    return result;
  } finally {
    await context.close();
  }
}

/** The same with an empty profile or a copy of another, which is deleted afterwards. */
export async function askFresh<Result>(
  contender: { server: PageServer; page: PageName },
  ask: (page: Page) => Promise<Result>,
  profile?: string,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-bench-'));
  try {
    if (profile !== undefined) await cp(profile, folder, { recursive: true });
    return await askPage(folder, contender, ask);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures every contender `runs` times, in turns. Each round begins with a different contender, so that
 * other load on the machine affects all of them equally.
 */
export async function measureInTurn<Name extends string, Result>(
  names: readonly Name[],
  runs: number,
  measure: (name: Name) => Promise<Result>,
): Promise<Record<Name, Result[]>> {
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let run = 0; run < runs; run += 1) {
    const turn = names.map((_, index) => names[(index + run) % names.length]);
    for (const name of turn) if (name !== undefined) results[name].push(await measure(name));
  }
  return results;
}
