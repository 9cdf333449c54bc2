import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, type AppSetting } from './app-site.ts';
import { MOUNTS, openDeal } from './deal-screens.ts';
import { frameCells, FRAMES_HEAD, framesWhile, noLateFrame, PASSES, scrollGrid, WHEEL } from './frames.ts';
import { addSigningDeal, PARTIES } from './signing-deal.ts';

const DOCUMENTS = 100;
const SIGNATORIES = 10;
const PAGES = DOCUMENTS * SIGNATORIES;

const SCROLLER = '[data-sheets-scroller]';

/** Measures the gallery of 1,000 signature pages. */
export async function measureGallery(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, {
    documents: DOCUMENTS,
    signatories: SIGNATORIES,
    assigned: 100,
  });
  const painted: number[] = [];
  const whole: number[] = [];
  const frames = {
    layingOut: new Array<number>(),
    scrolling: new Array<number>(),
    wheel: new Array<number>(),
  };
  for (let run = 0; run < runs; run += 1)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      // The first time also loads the code and the fonts, so it doesn't count.
      for (let mount = 0; mount <= MOUNTS; mount += 1) {
        const opened = await openGallery(page);
        if (mount === 0) continue;
        painted.push(opened.painted);
        whole.push(opened.whole);
        frames.layingOut.push(...opened.frames);
      }
      frames.scrolling.push(...(await scrollGrid(page, 'down', 'screen', SCROLLER)));
      frames.wheel.push(...(await scrollGrid(page, 'down', WHEEL, SCROLLER)));
    });
  const timesLine = (words: string, times: readonly number[]): string[] => [
    words,
    spreadCell(times),
    inDigits(quantile(times, 0.95)),
    inDigits(Math.max(...times)),
    '',
  ];
  return {
    title: `Gallery of ${PAGES.toLocaleString('en-US')} signature pages`,
    measures: `${DOCUMENTS} documents with ${SIGNATORIES} signatories each. ${PARTIES} Opening: opens the gallery ${MOUNTS} times a round from another screen of the transaction, whose rows and fonts are in memory, and measures from the click on its tab until a frame shows the first sheet. Then goes to the end at once and measures until a frame shows the last sheet, which is laid out last. Frames are the times from one frame to the next; those of laying out are watched from the click until the last sheet is shown. Scrolling: scrolls from one end to the other and back ${PASSES} times, by a whole screen in every frame, and then waits half a second. Then does the same at ${WHEEL} px per frame, as with a fast turn of the mouse wheel.`,
    goals: [
      atMost('first sheet painted ≤ 200 ms', quantile(painted, 0.5), 200, 'ms (median)'),
      noLateFrame('scrolling: no frame over 33 ms', frames.scrolling),
      noLateFrame(`scrolling ${WHEEL} px in every frame: no frame over 33 ms`, frames.wheel),
    ],
    head: ['', ...FRAMES_HEAD],
    lines: [
      ['scrolling', ...frameCells(frames.scrolling)],
      [`scrolling ${WHEEL} px in every frame`, ...frameCells(frames.wheel)],
      ['laying out all sheets', ...frameCells(frames.layingOut)],
      timesLine('opening, until the first sheet is painted', painted),
      timesLine('opening, until the last sheet is painted', whole),
    ],
    notes: [],
  };
}

/** Opens the gallery from another screen, and goes to its last sheet. Times are in milliseconds from the click. */
async function openGallery(page: Page): Promise<{ painted: number; whole: number; frames: number[] }> {
  const linkTo = (name: string) =>
    page.getByRole('navigation', { name: 'Transaction' }).getByRole('link', { name, exact: true });
  await linkTo('Tasks').click();
  await page.locator(SCROLLER).waitFor({ state: 'detached' });
  await waitUntilIdle(page);
  let painted = Number.NaN;
  let whole = Number.NaN;
  const frames = await framesWhile(page, async () => {
    await page.evaluate(
      (scroller) => bench.act('click', () => document.querySelector(`${scroller} svg[role=img]`) !== null),
      SCROLLER,
    );
    await linkTo('Signature pages').click();
    const first = await page.evaluate(async () => bench.painted);
    ({ painted } = first);
    const shownAt = await page.evaluate(async (scroller) => {
      const gallery = document.querySelector(scroller);
      gallery?.scrollTo(0, gallery.scrollHeight);
      return bench.shown(() => {
        const cards = document.querySelectorAll(`${scroller} section li`);
        return cards.item(cards.length - 1)?.querySelector('svg[role=img]') != null;
      });
    }, SCROLLER);
    whole = shownAt - first.began;
  });
  return { painted, whole, frames };
}
