import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMostTimes, ratioCell, spreadCell, type BenchRow, type Setting } from './bench-row.ts';
import type { PageName } from './build-pages.ts';
import { askFresh, askPage, measureInTurn } from './page-runs.ts';

const ROWS = 10_000;

const CONTENDERS = {
  counterpart: 'Counterpart: the checklist’s view, ready to be painted',
  indexeddb: 'bare IndexedDB: `getAll` of each index',
  dexie: 'bare Dexie: `toArray` of each index',
  rxdb: 'RxDB, Dexie storage: `find` in each collection',
  replicache: 'Replicache: `scan` in one query',
} as const satisfies Partial<Record<PageName, string>>;

/** Fills each contender's profile once. Each run copies it and starts a new browser with the copy. */
export async function measureColdOpen({ server, runs }: Setting): Promise<BenchRow> {
  const names = Object.keys(CONTENDERS) as (keyof typeof CONTENDERS)[];
  const profiles = await mkdtemp(join(tmpdir(), 'counterpart-bench-profiles-'));
  try {
    for (const page of names) {
      await askPage(join(profiles, page), { server, page }, async (opened) =>
        opened.evaluate(async (rows) => contender.fill?.(rows), ROWS),
      );
    }
    const found = await measureInTurn(names, runs, async (page) => {
      const cold = await askFresh(
        { server, page },
        async (opened) => opened.evaluate(async () => contender.openCold?.()),
        join(profiles, page),
      );
      if (cold?.rows !== ROWS) throw new Error(`${page} read ${cold?.rows} rows of ${ROWS}`);
      return cold.ms;
    });
    return {
      title: 'Cold open to 10,000 rows read',
      measures:
        'A browser process has just started on a profile whose database is on disk (the system’s file cache is warm): from opening the database until all 10,000 rows of the deal are in memory. Ours ends when the checklist’s view is ready, with entries joined from elements, items and documents; the others end with the rows.',
      goals: [
        atMostTimes('not slower than bare Dexie × 1.1', found.counterpart, found.dexie, 1.1),
        atMostTimes('half of Replicache', found.counterpart, found.replicache, 0.5),
      ],
      head: ['contender', 'ms', 'ours ÷ it'],
      lines: names.map((name) => [
        CONTENDERS[name],
        spreadCell(found[name]),
        ratioCell(found.counterpart, found[name]),
      ]),
      notes: [],
    };
  } finally {
    await rm(profiles, { recursive: true, force: true });
  }
}
