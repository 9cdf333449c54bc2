import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import {
  waitUntilIdle,
  THROTTLED,
  wholeChecklist,
  type AppSetting,
  type BenchDeal,
  type Desk,
} from './app-site.ts';
import { traceWork, type Work } from './main-thread.ts';
import type { ActSeen } from './page-watch.ts';

/** How many moves of each kind a round measures, after some warm-up moves. */
const MOVES = 20;
const WARM_UP = 4;
/** Two frames of a 60 Hz screen, in milliseconds. */
const TWO_FRAMES = 2000 / 60;

type Move = ActSeen & Work;

interface Found {
  key: Move[];
  drop: Move[];
  /** The cost of a key press that only puts two rows into a database and changes one attribute. */
  bare: Move[];
}

/** Measures moving one row of a checklist of 5,000 rows, by keyboard and by drag and drop. */
export async function measureMove(deal: BenchDeal, { site, runs }: AppSetting): Promise<BenchRow> {
  const measure = async (slower: number): Promise<Found> => {
    const found: Found = { key: [], drop: [], bare: [] };
    for (let run = 0; run < runs; run += 1) {
      await site.inBrowser({ deals: [deal], slower }, async (desk) => {
        await desk.page.goto(site.checklistOf(deal));
        await wholeChecklist(desk.page, deal);
        await waitUntilIdle(desk.page);
        found.key.push(...(await movesOf(desk, MOVES, moveByKey)));
        found.drop.push(...(await movesOf(desk, MOVES / 2, moveByDrop)));
        await prepareBareMoves(desk.page);
        found.bare.push(...(await movesOf(desk, MOVES, moveBare)));
      });
    }
    return found;
  };
  const full = await measure(1);
  const slow = await measure(THROTTLED);
  const all = [...full.key, ...full.drop];
  const p95 = (moves: readonly Move[], figure: (move: Move) => number): number =>
    quantile(moves.map(figure), 0.95);
  const late = all.filter(({ frames }) => frames > 2).length;
  const line = (words: string, moves: readonly Move[]): string[] => [
    words,
    spreadCell(moves.map((move) => move.untilPainted)),
    inDigits(p95(moves, (move) => move.untilPainted)),
    spreadCell(moves.map((move) => move.after)),
    spreadCell(moves.map(({ painted }) => painted)),
    inDigits(p95(moves, ({ painted }) => painted)),
    `${Math.max(...moves.map(({ frames }) => frames))}`,
    spreadCell(moves.map(({ committed }) => committed)),
    inDigits(p95(moves, ({ committed }) => committed)),
  ];
  return {
    title: `Checklist of ${deal.nodes} rows: moving one row`,
    measures: `Moves a row of the third of three levels, all open: ${MOVES} times a round with Alt and an arrow key, ${MOVES / 2} times by a drop, up and down in turn, each after the one before has finished. Timed from the key press or the drop until a frame shows the row in its new place, and until the edit is committed with strict durability. “Main thread” is all tasks of the page’s main thread in that time. “After that” is its work until the next move, at least ${REST_MS} ms: the animation of the rows, the mark “not on the server yet”, and its removal when the server has answered.`,
    goals: [
      atMost(
        'main thread’s work p95 ≤ 12 ms',
        p95(all, (move) => move.untilPainted),
        12,
        'ms',
      ),
      atMost(
        'painted within two frames',
        p95(all, ({ frames }) => frames),
        2,
        `frames (p95; ${late} of ${all.length} later)`,
      ),
      atMost(
        'committed p95 ≤ 16 ms',
        p95(all, ({ committed }) => committed),
        16,
        'ms',
      ),
      atMost(
        'throttled: painted p95 ≤ 60 ms',
        p95([...slow.key, ...slow.drop], ({ painted }) => painted),
        60,
        'ms',
      ),
    ],
    head: [
      '',
      'main thread, ms',
      'p95',
      'after that, ms',
      'painted, ms',
      'p95',
      'most frames',
      'committed, ms',
      'p95',
    ],
    lines: [
      line('by key', full.key),
      line('by drop', full.drop),
      line(`by key, processor ${THROTTLED} × slower`, slow.key),
      line(`by drop, processor ${THROTTLED} × slower`, slow.drop),
      line('limit, by key', full.bare),
      line(`limit, processor ${THROTTLED} × slower`, slow.bare),
    ],
    notes: [
      `A move is shown in the task that makes it, and its strict commit starts in the same task. Two frames at 60 frames a second take ${inDigits(TWO_FRAMES)} ms. The limit is a key in the same page: it changes one attribute of the row, and one transaction of bare IndexedDB writes as much as a move and reads nothing. That is the browser’s own part. “Committed” is when the page learns of the commit: the browser delivers the answers of a database only after it has painted the frame after a key. A move first reads what it is folded over, so it waits for that frame before it can write; the limit writes at once.`,
    ],
  };
}

/** The minimum wait after each move, for its animation and the server's response, in milliseconds. */
const REST_MS = 600;

async function movesOf(
  { page, context }: Desk,
  count: number,
  act: (page: Page, index: number) => Promise<ActSeen>,
): Promise<Move[]> {
  const seen: ActSeen[] = [];
  const work = await traceWork(context, async () => {
    for (let index = 0; index < WARM_UP + count; index += 1) {
      seen.push(await act(page, index));
      await page.waitForTimeout(REST_MS);
      await waitUntilIdle(page);
    }
  });
  if (work.length !== seen.length) throw new Error(`The trace holds ${work.length} moves of ${seen.length}.`);
  return seen.flatMap((one, index) => (work[index] ? [{ ...one, ...work[index] }] : [])).slice(WARM_UP);
}

/** The row that is moved. It has siblings before and after it. */
const ROW = '[role=treegrid] [data-uuid][aria-level="3"][aria-posinset="2"]';

async function moveByKey(page: Page, index: number): Promise<ActSeen> {
  if (index === 0) await page.locator(ROW).first().click();
  await page.evaluate(() =>
    bench.act('keydown', () => document.activeElement?.getAttribute('aria-posinset')),
  );
  await page.keyboard.press(index % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  return page.evaluate(async () => bench.seen);
}

/** Drops the second row of its list after the fourth, or moves the fourth back to the second place. */
async function moveByDrop(page: Page, index: number): Promise<ActSeen> {
  const rows = page.locator('[role=treegrid] [data-uuid][aria-level="3"]');
  const at = async (place: number) => rows.and(page.locator(`[aria-posinset="${place}"]`)).first();
  const down = index % 2 === 0;
  const from = await (await at(down ? 2 : 4)).boundingBox();
  const to = await (await at(down ? 4 : 2)).boundingBox();
  if (!from || !to) throw new Error('The rows are not on the screen.');
  const x = from.x + 300;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 8, from.y + from.height / 2 + 8);
  const y = down ? to.y + to.height - 4 : to.y + 4;
  await page.mouse.move(x, y - 2, { steps: 3 });
  await page.mouse.move(x, y);
  await waitUntilIdle(page);
  await page.evaluate(() => {
    const order = (): string =>
      [...document.querySelectorAll('[role=treegrid] [data-uuid][aria-level="3"]')]
        .map((row) => `${row.getAttribute('data-uuid')}${row.getAttribute('aria-posinset')}`)
        .join();
    bench.act('drop', order);
  });
  await page.mouse.up();
  return page.evaluate(async () => bench.seen);
}

/**
 * Makes F9 do the minimum work of a move: it changes one attribute of the focused row and puts two rows in a
 * strict transaction.
 */
async function prepareBareMoves(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opened = indexedDB.open('bench-limit', 1);
    opened.addEventListener('upgradeneeded', () => {
      opened.result.createObjectStore('lists', { keyPath: 'key' });
      opened.result.createObjectStore('outbox', { keyPath: 'seq' });
    });
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const children = Array.from({ length: 12 }, () => crypto.randomUUID());
    let seq = 0;
    const bareMove = (event: KeyboardEvent): void => {
      if (event.key !== 'F9') return;
      event.stopPropagation();
      seq += 1;
      const writing = opened.result.transaction(['lists', 'outbox'], 'readwrite', { durability: 'strict' });
      writing.objectStore('lists').put({ key: 'parent', children });
      writing.objectStore('outbox').put({ seq, args: { ids: children.slice(0, 1) }, touches: [] });
      document.activeElement?.setAttribute('aria-posinset', `${100 + seq}`);
    };
    window.addEventListener('keydown', bareMove, { capture: true });
  });
}

async function moveBare(page: Page, index: number): Promise<ActSeen> {
  if (index === 0) await page.locator(ROW).first().click();
  await page.evaluate(() =>
    bench.act('keydown', () => document.activeElement?.getAttribute('aria-posinset')),
  );
  await page.keyboard.press('F9');
  return page.evaluate(async () => bench.seen);
}
