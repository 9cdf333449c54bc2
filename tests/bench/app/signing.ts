import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { comesToRest, wholeChecklist, type AppSetting, type BenchDeal } from './app-site.ts';
import type { ActSeen } from './page-watch.ts';
import { addSigningDeal } from './signing-deal.ts';

/** How often a round opens a screen, and edits it. */
const MOUNTS = 5;
const EDITS = 20;
/** Frames that take longer are missed at 30 a second, ms. */
const LATE = 33.4;

const CELL = '[role=grid] [role=gridcell]';

/** From the click on a tab of the deal until a frame shows the screen's first cell. */
async function mountsOf(page: Page, { tab, away }: { tab: string; away: string }): Promise<number[]> {
  const linkTo = (name: string) =>
    page.getByRole('navigation', { name: 'Transaction' }).getByRole('link', { name, exact: true });
  const painted: number[] = [];
  // The first time loads the code.
  for (let mount = 0; mount <= MOUNTS; mount += 1) {
    await linkTo(away).click();
    await page.locator(CELL).first().waitFor({ state: 'detached' });
    await comesToRest(page);
    await page.evaluate((cell) => bench.act('click', () => document.querySelector(cell) !== null), CELL);
    await linkTo(tab).click();
    painted.push((await page.evaluate(async () => bench.painted)).painted);
    await comesToRest(page);
  }
  return painted.slice(1);
}

async function openDeal(page: Page, { site }: AppSetting, deal: BenchDeal): Promise<void> {
  await page.goto(site.checklistOf(deal));
  await page.getByRole('navigation', { name: 'Transaction' }).waitFor();
  if (deal.nodes > 0) await wholeChecklist(page, deal);
  await comesToRest(page);
}

/** The signature matrix of 200 documents by 100 signatories. */
export async function measureMatrix(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 200, signatories: 100, assigned: 30 });
  const mounts: number[] = [];
  const toggles: ActSeen[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.atDesk({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      mounts.push(...(await mountsOf(page, { tab: 'Signatures', away: 'Tasks' })));
      await page.locator(CELL).first().click();
      for (let edit = 0; edit < EDITS; edit += 1) {
        await comesToRest(page);
        await page.evaluate(
          (cell) => bench.act('keydown', () => document.querySelector(cell)?.getAttribute('aria-label')),
          CELL,
        );
        await page.keyboard.press('Space');
        toggles.push(await page.evaluate(async () => bench.seen));
      }
    });
  const frames = toggles.map((toggle) => toggle.frames);
  return {
    title: 'Signature matrix of 200 × 100',
    measures: `Opens the matrix ${MOUNTS} times a round, from the click on its tab until a frame shows its first cells, and then toggles a cell ${EDITS} times with Space, until a frame shows it. 30% of the cells are assigned.`,
    goals: [
      atMost('mounted ≤ 200 ms', quantile(mounts, 0.5), 200, 'ms (median)'),
      atMost('toggled within two frames', quantile(frames, 0.95), 2, 'frames (p95)'),
    ],
    head: ['', 'ms', 'p95', 'most frames'],
    lines: [
      ['mounting', spreadCell(mounts), inDigits(quantile(mounts, 0.95)), ''],
      [
        'toggling',
        spreadCell(toggles.map(({ painted }) => painted)),
        inDigits(
          quantile(
            toggles.map(({ painted }) => painted),
            0.95,
          ),
        ),
        `${Math.max(...frames)}`,
      ],
    ],
    notes: [],
  };
}

/** The list of 2,000 signatories. */
export async function measureSignatories(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 1, signatories: 2000 });
  const mounts: number[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.atDesk({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      mounts.push(...(await mountsOf(page, { tab: 'Signatories', away: 'Tasks' })));
    });
  return {
    title: 'List of 2,000 signatories',
    measures: `Opens the list ${MOUNTS} times a round, from the click on its tab until a frame shows its first rows.`,
    goals: [atMost('mounted ≤ 150 ms', quantile(mounts, 0.5), 150, 'ms (median)')],
    head: ['', 'ms', 'p95'],
    lines: [['mounting', spreadCell(mounts), inDigits(quantile(mounts, 0.95))]],
    notes: [],
  };
}

/** 500 signatories that are added at once, without a network. */
export async function measureAddMany(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 1, signatories: 1 });
  const seen: ActSeen[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.atDesk({ deals: [deal] }, async ({ page }) => {
      await page.goto(`${site.url}/transaction/${deal.uuid}/signatories`);
      await page.locator(CELL).first().waitFor();
      await page.getByRole('button', { name: 'Add many' }).click();
      await page.getByRole('textbox', { name: 'Rows' }).waitFor();
      await comesToRest(page);
      await site.offline();
      await paste(page, 500);
      const add = page.getByRole('button', { name: 'Add 500 signatories' });
      await add.waitFor();
      await comesToRest(page);
      await page.evaluate(() =>
        bench.act('click', () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')),
      );
      await add.click();
      seen.push(await page.evaluate(async () => bench.seen));
    });
  const painted = seen.map((each) => each.painted);
  return {
    title: 'A list of 500 signatories: adding it offline',
    measures: 'From the click on “Add 500 signatories” until a frame shows them in the list. Once a round.',
    goals: [atMost('shown ≤ 1 s', Math.max(...painted), 1000, 'ms (the longest of all)')],
    head: ['', 'shown, ms', 'longest'],
    lines: [['adding', spreadCell(painted), inDigits(Math.max(...painted))]],
    notes: [],
  };
}

async function paste(page: Page, people: number): Promise<void> {
  const rows = Array.from({ length: people }, (_, at) => `Signer ${at * 7919}\ts${at}@fund.test`);
  await page.getByRole('textbox', { name: 'Rows' }).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    ['Name\tEmail', ...rows].join('\n'),
  );
}

/** Typing into the grid of 500 signatories by 30 fields. */
export async function measureValues(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 1, signatories: 500, fields: 30 });
  const frames: number[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.atDesk({ deals: [deal] }, async ({ page }) => {
      await page.goto(`${site.url}/transaction/${deal.uuid}/fields`);
      await page.locator('[role=grid][aria-rowcount="501"]').focus();
      await comesToRest(page);
      frames.push(...(await framesWhile(page, async () => typeDown(page))));
    });
  return {
    title: 'Values of 500 signatories for 30 fields: typing',
    measures: `Types a value of ten letters into ${EDITS} cells below each other a round, each ended with Enter. Measures the time from one frame to the next.`,
    goals: [atMost('no frame over 33 ms', Math.max(...frames), LATE, 'ms (the longest of all)')],
    head: ['', 'frame, ms', 'p95', 'longest', 'over 33 ms'],
    lines: [
      [
        'typing',
        spreadCell(frames),
        inDigits(quantile(frames, 0.95)),
        inDigits(Math.max(...frames)),
        `${frames.filter((frame) => frame > LATE).length} of ${frames.length}`,
      ],
    ],
    notes: [],
  };
}

async function typeDown(page: Page): Promise<void> {
  for (let edit = 0; edit < EDITS; edit += 1) {
    await page.keyboard.type('Newark, NJ', { delay: 30 });
    await page.keyboard.press('Enter');
  }
}

/** The times between the page's frames while something is done, ms. */
async function framesWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  const watching = page.evaluate(
    async () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        let last = performance.now();
        const look = (at: number): void => {
          frames.push(at - last);
          last = at;
          if (document.body.dataset['benchDone'] === undefined) requestAnimationFrame(look);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(look);
      }),
  );
  await act();
  await page.evaluate(() => (document.body.dataset['benchDone'] = ''));
  return watching;
}
