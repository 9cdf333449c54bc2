import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, type AppSetting, type BenchDeal } from './app-site.ts';
import { MOUNTS } from './deal-screens.ts';
import type { ActPainted } from './page-watch.ts';
import { addSigningDeal } from './signing-deal.ts';

/** The most that a page can have. */
const FIELDS = 2000;
const COLUMNS = 40;
/** How many times a round nudges a field. */
const NUDGES = 20;

/** Measures placing fields on a page that has 2,000 of them. */
export async function measurePageFields(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const { client } = site.person;
  const deal = await addSigningDeal(client, { documents: 1, signatories: 1, assigned: 100 });
  const [assignment] = (await client.get(`/assignments/assignment?transaction=${deal.uuid}`)).body;
  for (let at = 0; at < FIELDS; at += 1) {
    const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
    const place = { x_position: 0.01 + column * 0.0245, y_position: 0.01 + row * 0.0195 };
    const answer = await client.post('/tab', { assignment: assignment.uuid, tab_type: 'checkbox', ...place });
    if (answer.status !== 201) throw new Error(`/tab answered ${answer.status}: ${answer.text}`);
  }
  const opened: ActPainted[] = [];
  const nudged: ActPainted[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await page.goto(pageOf(setting, deal, assignment.item_page_uuid));
      // The first time also loads the code, so it doesn't count.
      for (let mount = 0; mount <= MOUNTS; mount += 1) {
        if (mount > 0) await page.getByRole('button', { name: 'Page', exact: true }).click();
        const act = await openFields(page);
        if (mount > 0) opened.push(act);
      }
      nudged.push(...(await nudgesOf(page)));
    });
  const actLine = (words: string, acts: readonly ActPainted[]): string[] => {
    const times = acts.map(({ painted }) => painted);
    const frames = acts.map((act) => act.frames);
    return [
      words,
      spreadCell(times),
      inDigits(quantile(times, 0.95)),
      inDigits(Math.max(...times)),
      `${Math.max(...frames)}`,
    ];
  };
  const opening = opened.map(({ painted }) => painted);
  const frames = nudged.map((act) => act.frames);
  return {
    title: `A page with ${FIELDS.toLocaleString('en-US')} signing fields`,
    measures: `Opening: presses “Signing fields” in the editor of a generated page ${MOUNTS} times a round, and measures from the click until a frame shows all fields. Nudging: moves a selected field with the right arrow key ${NUDGES} times, and measures until a frame shows it in its new place.`,
    goals: [
      atMost('opened ≤ 500 ms', quantile(opening, 0.5), 500, 'ms (median)'),
      atMost('nudged within two frames', quantile(frames, 0.95), 2, 'frames (p95)'),
    ],
    head: ['', 'until painted, ms', 'p95', 'longest', 'most frames'],
    lines: [actLine('opening', opened), actLine('nudging', nudged)],
    notes: [],
  };
}

function pageOf({ site }: AppSetting, deal: BenchDeal, page: string): string {
  return `${site.url}/transaction/${deal.uuid}/signature-pages/${page}`;
}

async function openFields(page: Page): Promise<ActPainted> {
  const button = page.getByRole('button', { name: 'Signing fields', exact: true });
  await button.waitFor({ timeout: 60_000 });
  await page.locator('svg[role=img]').first().waitFor();
  await waitUntilIdle(page);
  await page.evaluate(
    (count) => bench.act('click', () => document.querySelectorAll('[data-field]').length === count),
    FIELDS,
  );
  await button.click();
  return page.evaluate(async () => bench.painted);
}

async function nudgesOf(page: Page): Promise<ActPainted[]> {
  const acts: ActPainted[] = [];
  const field = page.locator('[data-field]').first();
  await field.focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-field][aria-pressed=true]').waitFor();
  for (let nudge = 0; nudge < NUDGES; nudge += 1) {
    await waitUntilIdle(page);
    await page.evaluate(() =>
      bench.act(
        'keydown',
        () => document.querySelector<HTMLElement>('[data-field][aria-pressed=true]')?.style.left,
      ),
    );
    await page.keyboard.press('ArrowRight');
    acts.push(await page.evaluate(async () => bench.painted));
  }
  return acts;
}
