import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, type AppSetting } from './app-site.ts';
import { BARE_GRID, putBareGrid } from './bare-grid.ts';
import { CELL, MOUNTS, mountsOf, openDeal } from './deal-screens.ts';
import { frameCells, framesWhile, noLateFrame, PASSES, scrollGrid, WHEEL } from './frames.ts';
import type { ActPainted } from './page-watch.ts';
import { addSigningDeal, PARTIES } from './signing-deal.ts';

/** How many times a round toggles a cell, and how many times it drags over others. */
const TOGGLES = 20;
const DRAGS = 6;
/** The cells of a drag (documents by signatories), and a window that shows all of them. */
const DRAGGED = { lines: 20, columns: 10 };
const WINDOW = { width: 1920, height: 1400 };

interface Found {
  mounts: number[];
  toggles: ActPainted[];
  scrolling: { down: number[]; across: number[]; wheel: number[]; bare: number[] };
  dragging: number[];
  fills: ActPainted[];
}

/** Measures the signature matrix of 200 documents by 100 signatories. */
export async function measureMatrix(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, {
    documents: 200,
    signatories: 100,
    assigned: 30,
    packets: 5,
    groupsSign: true,
  });
  const found: Found = {
    mounts: [],
    toggles: [],
    scrolling: { down: [], across: [], wheel: [], bare: [] },
    dragging: [],
    fills: [],
  };
  for (let run = 0; run < runs; run += 1)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      found.mounts.push(...(await mountsOf(page, { tab: 'Signatures', away: 'Tasks' })));
      found.toggles.push(...(await togglesOf(page)));
      found.scrolling.down.push(...(await scrollGrid(page, 'down')));
      found.scrolling.across.push(...(await scrollGrid(page, 'across')));
      for (const way of ['down', 'across'] as const)
        found.scrolling.wheel.push(...(await scrollGrid(page, way, WHEEL)));
      const usual = page.viewportSize();
      await page.setViewportSize(WINDOW);
      // The first drag doesn't count, because some of its cells already have the final state.
      await dragOver(page);
      for (let drag = 0; drag < DRAGS; drag += 1) {
        const { frames, fill } = await dragOver(page);
        found.dragging.push(...frames);
        found.fills.push(fill);
      }
      if (usual) await page.setViewportSize(usual);
      await putBareGrid(page);
      for (const way of ['down', 'across'] as const)
        found.scrolling.bare.push(...(await scrollGrid(page, way)));
    });
  const { mounts, toggles, scrolling, dragging, fills } = found;
  const frames = toggles.map((toggle) => toggle.frames);
  const cells = `${DRAGGED.lines} × ${DRAGGED.columns}`;
  const actLine = (words: string, acts: readonly ActPainted[]): string[] => {
    const painted = acts.map((act) => act.painted);
    const most = Math.max(...acts.map((act) => act.frames));
    return [
      words,
      spreadCell(painted),
      inDigits(quantile(painted, 0.95)),
      inDigits(Math.max(...painted)),
      `${most}`,
    ];
  };
  const framesLine = (words: string, times: readonly number[]): string[] => {
    const [spread = '', p95 = '', longest = '', late = ''] = frameCells(times);
    return [words, spread, p95, longest, '', late];
  };
  return {
    title: 'Signature matrix of 200 × 100',
    measures: `${PARTIES} 30% of the cells are assigned; each group signs a document, and the pages of 5 people are in packets. Mounting: opens the matrix ${MOUNTS} times a round from another screen of the transaction, whose rows are in memory, and measures from the click on its tab until a frame shows its first cells. Toggling: presses Space on a cell ${TOGGLES} times, and measures until a frame shows the cell’s new state. Scrolling: scrolls from one end to the other and back ${PASSES} times in each direction, showing a whole screen of new cells in every frame, and then waits half a second. Then does the same at ${WHEEL} px per frame, as with a fast turn of the mouse wheel. Filling: drags over ${cells} cells ${DRAGS} times, which assigns and unassigns all of them in turn, in a window of ${WINDOW.width} × ${WINDOW.height} pixels. It measures the times between frames, from the first mouse movement until the server has answered, and the time from the release of the button until a frame shows the last cell’s new state.`,
    goals: [
      atMost('mounted ≤ 200 ms', quantile(mounts, 0.5), 200, 'ms (median)'),
      atMost('toggled within two frames', quantile(frames, 0.95), 2, 'frames (p95)'),
      noLateFrame('scrolling down and up: no frame over 33 ms', scrolling.down),
      noLateFrame('scrolling across and back: no frame over 33 ms', scrolling.across),
      noLateFrame(`scrolling ${WHEEL} px in every frame: no frame over 33 ms`, scrolling.wheel),
      noLateFrame(`filling ${cells} cells: no frame over 33 ms`, dragging),
    ],
    head: ['', 'ms', 'p95', 'longest', 'most frames', 'over 33 ms'],
    lines: [
      [
        ...actLine(
          'mounting',
          mounts.map((painted) => ({ began: 0, painted, frames: 0 })),
        ).slice(0, 4),
        '',
        '',
      ],
      [...actLine('toggling', toggles), ''],
      framesLine('scrolling down and up, from frame to frame', scrolling.down),
      framesLine('scrolling across and back, from frame to frame', scrolling.across),
      framesLine(`scrolling ${WHEEL} px in every frame, both ways`, scrolling.wheel),
      framesLine(`scrolling, both ways: ${BARE_GRID}`, scrolling.bare),
      framesLine(`filling ${cells} cells, from frame to frame`, dragging),
      [...actLine(`filling ${cells} cells, until the last is painted`, fills), ''],
    ],
    notes: [],
  };
}

async function togglesOf(page: Page): Promise<ActPainted[]> {
  const toggles: ActPainted[] = [];
  await page.locator(CELL).first().click();
  for (let toggle = 0; toggle < TOGGLES; toggle += 1) {
    await waitUntilIdle(page);
    await page.evaluate(
      (cell) => bench.act('keydown', () => document.querySelector(cell)?.getAttribute('aria-label')),
      CELL,
    );
    await page.keyboard.press('Space');
    toggles.push(await page.evaluate(async () => bench.seen));
  }
  return toggles;
}

/** Drags from the first cell. If it is unassigned, all cells become assigned; otherwise, all become unassigned. */
async function dragOver(page: Page): Promise<{ frames: number[]; fill: ActPainted }> {
  const { lines, columns } = DRAGGED;
  const from = await centerOf(page, 0, 0);
  const to = await centerOf(page, lines - 1, columns - 1);
  await waitUntilIdle(page);
  const isAssigning = (await page.locator(CELL).first().getAttribute('data-state')) === 'unassigned';
  let fill: ActPainted | undefined;
  const frames = await framesWhile(page, async () => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: lines });
    await page.evaluate(
      ([lineCount, columnCount, assigned]) =>
        bench.act('pointerup', () => {
          const dragged = [...document.querySelectorAll<HTMLElement>('[role=grid] [role=gridcell]')].filter(
            ({ dataset }) => Number(dataset['line']) < lineCount && Number(dataset['column']) < columnCount,
          );
          const isDone = ({ dataset }: HTMLElement): boolean =>
            (dataset['state'] !== 'unassigned') === assigned;
          return dragged.length === lineCount * columnCount && dragged.every(isDone);
        }),
      [lines, columns, isAssigning] as const,
    );
    await page.mouse.up();
    fill = await page.evaluate(async () => bench.seen);
    await page.waitForTimeout(ANSWERED_MS);
    await waitUntilIdle(page);
  });
  if (!fill) throw new Error('The drag was not seen.');
  return { frames, fill };
}

/** The minimum wait for the server's response to a drag, in milliseconds. */
const ANSWERED_MS = 600;

async function centerOf(page: Page, line: number, column: number): Promise<{ x: number; y: number }> {
  const place = `[data-line="${line}"][data-column="${column}"]`;
  const box = await page.locator(`${CELL}${place}`).boundingBox();
  if (!box) throw new Error(`The cell ${place} has no place on the page.`);
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const isFree = await page.evaluate(
    ([at, selector]) => document.elementFromPoint(at.x, at.y)?.closest(selector) != null,
    [center, place] as const,
  );
  if (!isFree) throw new Error(`The cell ${place} is outside the window, or something covers it.`);
  return center;
}
