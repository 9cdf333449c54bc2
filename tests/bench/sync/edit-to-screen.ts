import { atMostTimes, spreadCell, type BenchRow, type Setting } from './bench-row.ts';
import type { PageName } from './build-pages.ts';
import { askFresh, measureInTurn } from './page-runs.ts';
import { quantile } from './statistics.ts';

/** Measured edits per run. */
const EDITS = 60;

const CONTENDERS = {
  counterpart: { page: 'counterpart', words: 'Counterpart: `renameHeader`, a Dexie live query' },
  view: { page: 'counterpart', words: 'Counterpart: `renameHeader`, the checklist’s view' },
  indexeddb: { page: 'indexeddb', words: 'bare IndexedDB: the same four writes, strict, then `getAll`' },
  dexie: { page: 'dexie', words: 'bare Dexie: the same four writes, strict, a live query' },
  rxdb: { page: 'rxdb', words: 'RxDB, Dexie storage: `incrementalPatch`, a query’s `$`' },
  replicache: { page: 'replicache', words: 'Replicache: a mutator, `subscribe`' },
} as const satisfies Record<string, { page: PageName; words: string }>;
type Name = keyof typeof CONTENDERS;

/** The quantiles of one run. */
interface Quantiles {
  visible50: number;
  visible95: number;
  committed50: number;
  committed95: number;
}

/** Renames one header after another among 100 rows of a live query. */
export async function measureEditToScreen({ server, runs }: Setting): Promise<BenchRow> {
  const names = Object.keys(CONTENDERS) as Name[];
  const found = await measureInTurn(names, runs, async (name): Promise<Quantiles> => {
    const times = await askFresh({ server, page: CONTENDERS[name].page }, async (opened) =>
      opened.evaluate(
        async ([edits, underView]) => (underView ? contender.editUnderView : contender.edit)?.(edits),
        [EDITS, name === 'view'] as const,
      ),
    );
    if (!times) throw new Error(`${name} makes no edits`);
    return {
      visible50: quantile(times.visible, 0.5),
      visible95: quantile(times.visible, 0.95),
      committed50: quantile(times.committed, 0.5),
      committed95: quantile(times.committed, 0.95),
    };
  });
  const of = (name: Name, quantity: keyof Quantiles) => found[name].map((run) => run[quantity]);
  return {
    title: 'Edit → shown among 100 rows, and committed (strict)',
    measures: `Renames a header ${EDITS} times in a run, 20 ms apart, after 20 renames that do not count: from the call until the view, or the live query, of the deal’s 100 headers has delivered the new name (visible), and until the edit is committed. Ours is committed strictly, with the edit in the outbox and the old row in base. The view shows the edit before that. Screens without a view use a live query, which shows it afterwards.`,
    goals: [
      atMostTimes(
        'visible: at most 1.5 × Replicache',
        of('view', 'visible50'),
        of('replicache', 'visible50'),
        1.5,
      ),
      atMostTimes(
        'committed p95: at most 1.1 × bare Dexie',
        of('view', 'committed95'),
        of('dexie', 'committed95'),
        1.1,
      ),
      atMostTimes(
        'durable: not slower than Replicache',
        of('view', 'committed50'),
        of('replicache', 'committed50'),
        1,
      ),
    ],
    head: ['contender', 'visible p50, ms', 'visible p95, ms', 'committed p50, ms', 'committed p95, ms'],
    lines: names.map((name) => [
      CONTENDERS[name].words,
      ...(['visible50', 'visible95', 'committed50', 'committed95'] as const).map((quantity) =>
        spreadCell(of(name, quantity)),
      ),
    ]),
    notes: [
      'Replicache shows an edit from memory. It writes it to IndexedDB later, when the page is idle, and at most twice a second. Its “committed” is when it notifies other tabs. That commit is relaxed: a power failure can still lose the edit. Before it, a crash of the tab loses the edit. Ours starts its strict commit in the task that shows the edit, and nothing says “saved” before that commit.',
      'The line of bare IndexedDB is the limit: four writes, one strict commit, one `getAll`, without any engine.',
      'RxDB also commits relaxed, and it has no outbox.',
    ],
  };
}
