import { atMostTimes, ratioCell, spreadCell, type BenchRow, type Setting } from './bench-row.ts';
import type { PageName } from './build-pages.ts';
import { askFresh, measureInTurn } from './page-runs.ts';

const ROWS = 10_000;

const CONTENDERS = {
  counterpart: 'Counterpart: the engine’s own application of a first answer',
  indexeddb: 'bare IndexedDB: a loop of `put`',
  rxdb: 'RxDB, Dexie storage: `bulkInsert`',
  replicache: 'Replicache: a pull, until it is persisted',
} as const satisfies Partial<Record<PageName, string>>;

/** Writes the rows of a deal, which are in memory as objects, to an empty database in a new profile. */
export async function measureFirstPull({ server, runs }: Setting): Promise<BenchRow> {
  const names = Object.keys(CONTENDERS) as (keyof typeof CONTENDERS)[];
  const found = await measureInTurn(names, runs, async (page) => {
    const times = await askFresh({ server, page }, async (opened) =>
      opened.evaluate(async (rows) => contender.pullFirst?.(rows), ROWS),
    );
    if (!times) throw new Error(`${page} pulls nothing`);
    return times;
  });
  const of = (name: keyof typeof CONTENDERS, quantity: 'applied' | 'durable') =>
    found[name].map((times) => times[quantity]);
  const ours = of('counterpart', 'durable');
  return {
    title: 'First pull of 10,000 rows, durable',
    measures:
      'From rows in memory (a response that was parsed and checked) to the disk of a new profile, whose database is open and empty. All but Replicache commit relaxed, a thousand rows per transaction, the lists of children last. One strict transaction at the end puts everything on the disk. Ours is what the sync worker does with a first response: it takes the lead, checks whether anything is there, writes the rows, the cursor and the change numbers, and announces them to the screens.',
    goals: [
      atMostTimes('at most 1.15 × a bare `put` loop', ours, of('indexeddb', 'durable'), 1.15),
      atMostTimes('at most half of RxDB', ours, of('rxdb', 'durable'), 0.5),
    ],
    head: ['contender', 'committed, ms', 'on disk, ms', 'ours ÷ it'],
    lines: names.map((name) => [
      CONTENDERS[name],
      spreadCell(of(name, 'applied')),
      spreadCell(of(name, 'durable')),
      ratioCell(ours, name === 'counterpart' ? ours : of(name, 'durable')),
    ]),
    notes: [
      'Replicache stores rows in chunks of a tree, not as records with indexes. Its “committed” is in memory, its “on disk” is a relaxed commit. The only way to get the rows of a deal is to scan keys.',
    ],
  };
}
