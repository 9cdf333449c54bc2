import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { analytics, listenToAnalytics } from '../support/analytics.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';

const WAIT = { timeout: 60_000 };

/**
 * Drags a file from a desktop folder over this text and drops it. The browser sends the page the same events
 * as for a real mouse.
 */
async function dragTo({ page, context }: Person, words: string, path: string): Promise<void> {
  const box = await page.getByText(words).boundingBox();
  if (!box) throw new Error(`“${words}” is not visible.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    // Runs after all of the app's listeners, and records whether the file could be dropped here.
    window.addEventListener('dragover', ({ dataTransfer }) => {
      document.documentElement.dataset['drop'] = dataTransfer?.dropEffect ?? 'none';
    });
  });
  const browser = await context.newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  await browser.send('Input.dispatchDragEvent', { type: 'dragEnter', x, y, data });
  const effect = async () => {
    // While a drag is held over a place, the browser sends this event repeatedly.
    await browser.send('Input.dispatchDragEvent', { type: 'dragOver', x, y, data });
    return page.locator('html').getAttribute('data-drop');
  };
  await expect.poll(effect, { message: 'the file can be dropped here' }).toBe('copy');
  await browser.send('Input.dispatchDragEvent', { type: 'drop', x, y, data });
  await browser.detach();
}

test('a checklist in a dropped CSV file becomes a transaction, and creating a trial one is reported', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  const lines =
    'No.;Name;Kind\n1;Corporate;header\n1.1;"Bylaws; as amended";document\n2;Wire the funds;task\n';
  const files = ['Project Sorrel', 'A sample closing'].map((name) => join(documents.folder, `${name}.csv`));
  for (const file of files) await writeFile(file, lines);
  await page.addInitScript(listenToAnalytics);
  await person.signIn();
  for (const [index, name] of ['Project Sorrel', 'A sample closing'].entries()) {
    await page.goto(`${counterpart.url}/importer-poc`);
    await page.getByLabel(/workbook, or drop it here/).waitFor(WAIT);
    await dragTo(person, 'Choose a CSV file or .xlsx workbook', files[index] ?? '');
    await page.getByRole('list', { name: 'Preview' }).getByText('Bylaws; as amended').waitFor(WAIT);
    const named = async () => page.getByLabel('Name', { exact: true }).last().inputValue();
    await expect.poll(named).toBe(name);
    await page.getByRole('button', { name: 'Create transaction' }).click();
    await page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);
    await person.row('Bylaws; as amended').waitFor(WAIT);
    const outline = ['Corporate', '  Bylaws; as amended', 'Wire the funds'];
    await expect.poll(async () => person.outline()).toEqual(outline);
    await expect.poll(async () => analytics(page)).toEqual(index === 0 ? [] : ['TRANSACTION_CREATED']);
  }
});
