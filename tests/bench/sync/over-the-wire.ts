import { PASSWORD, startTestServer } from '../../server/support/test-server.ts';
import { atMost, inDigits, spreadCell, type BenchRow, type Setting } from './bench-row.ts';
import type { WirePull } from './contender.ts';
import { makeDeal } from './deal-wire.ts';
import { fillServer } from './fill-server.ts';
import { askFresh } from './page-runs.ts';
import { servePages } from './serve-pages.ts';

const ROWS = 10_000;
const EMAIL = 'admin@firm.test';

/** The stores whose rows the screens show. */
const SHOWN = new Set(['transactions', 'elements', 'items', 'documents', 'childLists']);

/** One run: what the page measured, and its network traffic. */
type Run = WirePull & { firstBytes: number; requests: number; bytes: number };

/** Measures the engine's own pull from the real server with PostgreSQL: first everything, then nothing. */
export async function measureOverTheWire({ runs }: Setting): Promise<BenchRow> {
  const api = await startTestServer();
  let answers: { path: string; bytes: number }[] = [];
  const pages = await servePages({ url: api.url, onAnswer: (answer) => answers.push(answer) });
  const found: Run[] = [];
  try {
    await fillServer(api.services.db, await api.signIn(EMAIL), makeDeal(ROWS));
    for (let run = 0; run < runs; run += 1) {
      answers = [];
      const seen = await askFresh({ server: pages, page: 'wire' }, async (opened) =>
        opened.evaluate(async ([email, password]) => contender.pullTwice?.(email, password), [
          EMAIL,
          PASSWORD,
        ] as const),
      );
      if (!seen) throw new Error('The page pulls nothing');
      const [first, ...again] = answers.filter(({ path }) => path.includes('/changes'));
      const bytes = again.reduce((sum, answer) => sum + answer.bytes, 0);
      found.push({ ...seen, firstBytes: first?.bytes ?? 0, requests: again.length, bytes });
    }
  } finally {
    await pages.close();
    await api.stop();
  }
  const rowsWritten = ({ written }: Run): number =>
    Object.entries(written).reduce((sum, [store, count]) => sum + (SHOWN.has(store) ? count : 0), 0);
  const most = (figure: (run: Run) => number): number => Math.max(...found.map(figure));
  const [{ written } = { written: {} }] = found;
  const fired = [...new Set(found.flatMap((run) => run.fired))];
  return {
    title: 'No-op pull of a 10,000-row deal',
    measures:
      'The engine pulls a deal with its change feed from the real server with PostgreSQL (in the process that drives the browser), through a proxy that counts bytes. First it pulls everything, including parsing and checking. Then it pulls again, although nothing has changed, while the queries of every screen are watched. Writes are counted at IndexedDB itself.',
    goals: [
      atMost('0 rows written', most(rowsWritten), 0, ''),
      atMost(
        '0 live queries fired',
        most((run) => run.fired.length),
        0,
        '',
      ),
      atMost(
        'one request',
        most(({ requests }) => requests),
        1,
        '',
      ),
      atMost(
        'body ≤ 1 kB',
        most(({ bytes }) => bytes),
        1000,
        'bytes',
      ),
    ],
    head: ['pull', 'asked to committed, ms', 'bytes of the body on the wire'],
    lines: [
      ['of everything', spreadCell(found.map(({ first }) => first)), inDigits(most((run) => run.firstBytes))],
      ['of nothing', spreadCell(found.map(({ noOp }) => noOp)), inDigits(most(({ bytes }) => bytes))],
    ],
    notes: [
      `Apart from rows that screens show, a no-op pull writes ${inWords(written)}: the tick of the request, and once a minute the time in the cursor. Both pulls are within one minute.${
        fired.length > 0 ? ` Queries that delivered again: ${fired.join(', ')}.` : ''
      }`,
    ],
  };
}

function inWords(written: Record<string, number>): string {
  const others = Object.entries(written).filter(([store]) => !SHOWN.has(store));
  return others.map(([store, count]) => `${count} to \`${store}\``).join(', ') || 'nothing';
}
