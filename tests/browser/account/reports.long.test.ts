import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readSheet } from '../../support/signing/read-sheet.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };

/** Presses a control, and returns the cells of the spreadsheet that the browser downloads. */
async function downloaded(page: Page, pressed: Locator): Promise<string[][]> {
  await expect.poll(async () => pressed.getAttribute('aria-disabled'), WAIT).not.toBe('true');
  const [download] = await Promise.all([page.waitForEvent('download', WAIT), pressed.click()]);
  expect(download.suggestedFilename()).toMatch(
    /^(Transactions|Access log) of Whitfield & Crane LLP .*\.xlsx$/,
  );
  return readSheet(new Uint8Array(await readFile(await download.path())));
}

test('a short report downloads at once, and a long one shows its progress and then its download link', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Medlar');
  counterpart.administer('feature', 'SELF_SERVE_ADMIN_REPORT', 'on');
  await page.goto(`${person.url}/admin`);
  const section = page.getByRole('region', { name: 'Reports' });
  const ask = section.getByRole('button', { name: 'Download transactions' });
  await ask.waitFor(WAIT);
  await expectAccessible(page);
  const cells = await downloaded(page, ask);
  expect(cells.map(([name]) => name)).toEqual(expect.arrayContaining(['Name', 'Project Medlar']));

  // The server runs no jobs, and makes every report by a job, so the report remains in progress.
  await counterpart.kill();
  await counterpart.restart({ ROLE: 'web', REPORT_ROWS_AT_ONCE: '0' });
  const long = section.getByRole('list', { name: 'Prepared reports' }).getByRole('listitem');
  await ask.click();
  const progress = long.getByRole('progressbar');
  await progress.waitFor(WAIT);
  expect(await progress.getAttribute('aria-valuenow')).toBe('0');
  const logs = page.getByRole('list', { name: 'Prepared access logs' }).getByRole('listitem');
  await expect.poll(async () => ask.getAttribute('aria-disabled'), WAIT).toBe('false');
  await page.getByRole('checkbox', { name: /^Counterpart support can view/ }).click();
  const askLog = page.getByRole('button', { name: 'Download access log' });
  await expect.poll(async () => askLog.getAttribute('aria-disabled'), WAIT).toBe('false');
  await askLog.click();
  await logs.getByRole('progressbar').waitFor(WAIT);
  await expectAccessible(page);

  await counterpart.kill();
  await counterpart.restart();
  for (const list of [long, logs]) await list.getByRole('link', { name: 'Download' }).waitFor(WAIT);
  await expect.poll(async () => page.getByRole('progressbar').count()).toBe(0);
  const rows = await downloaded(page, long.getByRole('link', { name: 'Download' }));
  expect(rows).toEqual(cells);
  const log = await downloaded(page, logs.getByRole('link', { name: 'Download' }));
  expect(log.map((row) => row[4])).toContain('Gave support access for 24 hours');
});
