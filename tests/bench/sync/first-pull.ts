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

/** The rows of a deal come as objects and go to disk, into an empty database of a fresh profile. */
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
      'From the rows as objects in memory (an answer parsed and checked) to the disk of a fresh profile, the database being open and empty: all but Replicache commit relaxed, a thousand rows a transaction, the lists of children last, and one strict transaction at the end puts all of it on the disk. Ours is what the sync worker does with a first answer: it leads, looks whether anything is there, writes the rows, the cursor and the numbers by which screens follow, and announces them.',
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
      'Replicache keeps rows in chunks of a tree, not as records with indexes: “committed” is in memory, “on disk” is its own relaxed commit. It cannot be asked for the rows of a deal but by a scan of keys.',
    ],
  };
}
