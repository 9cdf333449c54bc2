import { atMost, spreadCell, type BenchRow, type Setting } from './bench-row.ts';
import { askFresh, measureInTurn } from './page-runs.ts';
import { ITEM_EDITS, MOVES, RENAMES } from './rebase-rows.ts';
import { quantile } from './statistics.ts';

/**
 * Measures how the engine's worker applies a colleague's changes while the page shows the deal and paints.
 */
export async function measureRebase({ server, runs }: Setting): Promise<BenchRow> {
  const { counterpart: found } = await measureInTurn(['counterpart'], runs, async (page) => {
    const times = await askFresh({ server, page }, async (opened) =>
      opened.evaluate(async () => contender.rebase?.()),
    );
    if (!times) throw new Error(`${page} does not rebase`);
    return times;
  });
  const { indexeddb: limit } = await measureInTurn(['indexeddb'], runs, async (page) =>
    askFresh({ server, page }, async (opened) => opened.evaluate(async () => contender.rebaseLimit?.())),
  );
  const of = (quantity: 'total' | 'painted' | 'longestFrame') => found.map((times) => times[quantity]);
  return {
    title: 'Rebase of 1,000 pending over a pull of 1,000 rows',
    measures: `A deal of 10,000 rows has ${RENAMES} renames of headers, ${ITEM_EDITS} renames of items and ${MOVES} moves waiting. A response brings a colleague’s changes to 400 headers, 300 items, 290 documents and 10 lists, most of which are edited here as well. In a worker: from rows in memory to the commit. On the page, which shows the checklist’s first 40 rows as the screen computes them: until they are painted.`,
    goals: [
      atMost('no frame over 50 ms (median of the longest)', quantile(of('longestFrame'), 0.5), 50, 'ms'),
      atMost('no frame over 50 ms (the longest of all)', Math.max(...of('longestFrame')), 50, 'ms'),
      atMost('total ≤ 250 ms', quantile(of('total'), 0.5), 250, 'ms'),
    ],
    head: ['contender', 'total, ms', 'painted, ms', 'longest time between frames, ms'],
    lines: [
      [
        'Counterpart: the engine’s own application, in a worker',
        spreadCell(of('total')),
        spreadCell(of('painted')),
        spreadCell(of('longestFrame')),
      ],
      [
        'limit: bare IndexedDB reads and writes as many rows',
        spreadCell(limit.map((ms) => ms ?? Number.NaN)),
        '',
        '',
      ],
    ],
    notes: [
      'The limit is one relaxed transaction that reads the waiting edits, their base rows, every list and the rows of both sides, puts each row of the answer, and puts those into base that an edit waits for. It computes nothing.',
    ],
  };
}
