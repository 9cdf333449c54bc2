import type { Page } from 'playwright-core';
import { inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, type AppSetting } from './app-site.ts';
import { BARE_GRID, putBareGrid } from './bare-grid.ts';
import { MOUNTS, mountsOf, openDeal } from './deal-screens.ts';
import { frameCells, FRAMES_HEAD, framesWhile, noLateFrame, PASSES, scrollGrid, WHEEL } from './frames.ts';
import { addSigningDeal, PARTIES } from './signing-deal.ts';

const SIGNATORIES = 500;
const FIELDS = 30;
/** How many cells a round types into, and how many times it pastes a block and fills it down. */
const TYPED = 20;
const BLOCKS = 5;
const BLOCK = { rows: 50, columns: 10 };
/** A cell of the block that is visible and not in the block's first row. */
const WATCHED = '#value-8-4';
/** The minimum wait for the server's response to an edit, in milliseconds. */
const ANSWERED_MS = 600;

/** Measures the grid of 500 signatories by 30 fields. */
export async function measureFieldsGrid(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, {
    documents: 1,
    signatories: SIGNATORIES,
    fields: FIELDS,
  });
  const mounts: number[] = [];
  const frames = {
    scrolling: new Array<number>(),
    wheel: new Array<number>(),
    bare: new Array<number>(),
    pasting: new Array<number>(),
    filling: new Array<number>(),
    typing: new Array<number>(),
  };
  const painted = { pasting: new Array<number>(), filling: new Array<number>() };
  for (let run = 0; run < runs; run += 1)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      mounts.push(...(await mountsOf(page, { tab: 'Fields', away: 'Tasks' })));
      await page.locator(`[role=grid][aria-rowcount="${SIGNATORIES + 1}"]`).focus();
      frames.scrolling.push(...(await scrollGrid(page, 'down')), ...(await scrollGrid(page, 'across')));
      for (const way of ['down', 'across'] as const)
        frames.wheel.push(...(await scrollGrid(page, way, WHEEL)));
      await waitUntilIdle(page);
      for (let block = 0; block < BLOCKS; block += 1) {
        const pasted = await editBlock(page, 'paste', async () => paste(page, `${run}.${block}`));
        frames.pasting.push(...pasted.frames);
        painted.pasting.push(pasted.painted);
        // The pasted block is still selected.
        await page.keyboard.down('Control');
        const filled = await editBlock(page, 'keydown', async () => page.keyboard.press('d'));
        await page.keyboard.up('Control');
        frames.filling.push(...filled.frames);
        painted.filling.push(filled.painted);
      }
      frames.typing.push(...(await framesWhile(page, async () => typeDown(page))));
      await putBareGrid(page);
      for (const way of ['down', 'across'] as const) frames.bare.push(...(await scrollGrid(page, way)));
    });
  const size = `${BLOCK.rows} × ${BLOCK.columns}`;
  const timesLine = (words: string, times: readonly number[]): string[] => [
    words,
    spreadCell(times),
    inDigits(quantile(times, 0.95)),
    inDigits(Math.max(...times)),
    '',
  ];
  return {
    title: `Fields grid of ${SIGNATORIES} signatories × ${FIELDS} fields`,
    measures: `${PARTIES} Half of the cells have a value. Mounting: opens the grid ${MOUNTS} times a round from another screen of the transaction, whose rows are in memory, and measures from the click on its tab until a frame shows its first cells. Scrolling: scrolls from one end to the other and back ${PASSES} times, down and then across, showing a whole screen of new cells in every frame, and then waits half a second. Then does the same at ${WHEEL} px per frame, as with a fast turn of the mouse wheel. Pasting: pastes a block of ${size} new values ${BLOCKS} times. Filling down: fills each of these blocks with its first row. Typing: types a value of ten characters into ${TYPED} cells, one below the other, and presses Enter after each. Frames are the times from one frame to the next. After a paste or a fill, they are watched until the server has answered.`,
    goals: [
      noLateFrame('scrolling: no frame over 33 ms', frames.scrolling),
      noLateFrame(`scrolling ${WHEEL} px in every frame: no frame over 33 ms`, frames.wheel),
      noLateFrame(`pasting ${size} values: no frame over 33 ms`, frames.pasting),
      noLateFrame(`filling down ${size} values: no frame over 33 ms`, frames.filling),
      noLateFrame('typing: no frame over 33 ms', frames.typing),
    ],
    head: ['', ...FRAMES_HEAD],
    lines: [
      ['scrolling', ...frameCells(frames.scrolling)],
      [`scrolling ${WHEEL} px in every frame`, ...frameCells(frames.wheel)],
      [`scrolling: ${BARE_GRID}`, ...frameCells(frames.bare)],
      ['pasting', ...frameCells(frames.pasting)],
      ['filling down', ...frameCells(frames.filling)],
      ['typing', ...frameCells(frames.typing)],
      timesLine('mounting, until painted', mounts),
      timesLine('pasting, until painted', painted.pasting),
      timesLine('filling down, until painted', painted.filling),
    ],
    notes: [],
  };
}

/**
 * Watches an edit of the block. Returns the time from its event until it is painted, and the frame times
 * until the server has responded.
 */
async function editBlock(
  page: Page,
  event: string,
  edit: () => Promise<void>,
): Promise<{ frames: number[]; painted: number }> {
  let painted = Number.NaN;
  const frames = await framesWhile(page, async () => {
    await page.evaluate(([type, cell]) => bench.act(type, () => document.querySelector(cell)?.textContent), [
      event,
      WATCHED,
    ] as const);
    await edit();
    ({ painted } = await page.evaluate(async () => bench.seen));
    await page.waitForTimeout(ANSWERED_MS);
    await waitUntilIdle(page);
  });
  return { frames, painted };
}

async function paste(page: Page, name: string): Promise<void> {
  const line = (row: number): string =>
    Array.from({ length: BLOCK.columns }, (_, column) => `${name}: ${row}, ${column}`).join('\t');
  await page.locator('[role=grid]').evaluate(
    (grid, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    Array.from({ length: BLOCK.rows }, (_, row) => line(row)).join('\n'),
  );
}

async function typeDown(page: Page): Promise<void> {
  for (let edit = 0; edit < TYPED; edit += 1) {
    await page.keyboard.type('Newark, NJ', { delay: 30 });
    await page.keyboard.press('Enter');
  }
}
