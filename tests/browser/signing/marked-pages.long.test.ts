import { expect } from 'vitest';
import { z } from 'zod';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { sampleDeal } from '../support/screens.ts';
import { openDocument, bar, markedOnServer } from './mark-pages.ts';

const WAIT = { timeout: 60_000 };
const ESCROW = 'Escrow Agreement';

/** Returns the signing fields of a deal on the server. */
async function fieldsOnServer(person: Person, deal: string) {
  const fields = z.array(
    z.object({
      tab_type: z.string(),
      x_position: z.number(),
      y_position: z.number(),
      tab_group: z.string().nullable(),
    }),
  );
  return fields.parse(await person.get(`/api/tab?transaction=${deal}`));
}

test('pages that look like signature pages are suggested, marked, assigned, given fields and unmarked', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await sampleDeal(person);
  await openDocument(person, deal, ESCROW);
  await bar(person).getByText('3 pages look like signature pages.').waitFor(WAIT);
  expect(await markedOnServer(person, deal)).toEqual([]);
  await bar(person)
    .getByRole('button', { name: /^Go to page/ })
    .click();
  await bar(person)
    .getByText(/^Page \d+ looks like a signature page\.$/)
    .waitFor(WAIT);
  await expectAccessible(page);
  await bar(person).getByRole('button', { name: 'Mark page for signing' }).click();
  await bar(person)
    .getByText(/is a signature page\. Nobody signs it yet\.$/)
    .waitFor(WAIT);
  await expect.poll(async () => markedOnServer(person, deal), WAIT).toHaveLength(1);
  const [number = 0] = await markedOnServer(person, deal);

  await page.getByRole('button', { name: `Page ${number}, signature page` }).waitFor(WAIT);
  await bar(person).getByRole('button', { name: 'Add signatory' }).click();
  const dialog = page.getByRole('dialog', { name: `Who signs page ${number}?` });
  await dialog.getByRole('menuitem').first().waitFor(WAIT);
  const [name = ''] = (await dialog.getByRole('menuitem').first().innerText()).split('\n');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await bar(person)
    .getByRole('list', { name: `Signatories of page ${number}` })
    .getByText(name)
    .first()
    .waitFor(WAIT);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Place fields' }).click();
  const panel = page.getByRole('complementary', { name: 'Signing fields' });
  const layer = page.getByRole('group', { name: 'Fields on this page' });
  const fields = layer.getByRole('button', { name: /field for/ });
  await layer.getByRole('button', { name: 'Place signature field here' }).first().waitFor(WAIT);
  expect(await fieldsOnServer(person, deal)).toEqual([]);
  await person.loseNetwork(counterpart);
  await layer.getByRole('button', { name: 'Place signature field here' }).first().click();
  await fields.first().waitFor(WAIT);
  const paper = await layer.boundingBox();
  if (!paper) throw new Error('The page is not shown.');
  for (const [times, share] of [
    ['first', 0.1],
    ['second', 0.14],
  ] as const) {
    await panel.getByRole('button', { name: 'Checkbox' }).click();
    await page.mouse.click(paper.x + paper.width * 0.8, paper.y + paper.height * share);
    await expect.poll(async () => fields.count(), { message: times }).toBe(share === 0.1 ? 2 : 3);
  }
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+a');
  await panel.getByText('3 fields selected').waitFor(WAIT);
  await expectAccessible(page);
  await layer
    .getByRole('button', { name: /^Checkbox/ })
    .first()
    .click();
  await layer
    .getByRole('button', { name: /^Checkbox/ })
    .last()
    .click({ modifiers: ['Shift'] });
  await panel.getByRole('button', { name: 'Align left edges' }).click();
  await panel.getByRole('button', { name: 'Group checkboxes' }).click();
  await panel.getByLabel('How many').fill('3');
  await panel.getByText('This group has only 2 checkboxes, so 3 can’t be selected.').waitFor(WAIT);
  await person.regainNetwork(counterpart);
  await expect.poll(async () => (await fieldsOnServer(person, deal)).length, WAIT).toBe(3);
  const boxes = async () =>
    (await fieldsOnServer(person, deal)).filter(
      ({ tab_type, tab_group }) => tab_type === 'checkbox' && tab_group,
    );
  await expect.poll(async () => new Set((await boxes()).map((box) => box.x_position)).size, WAIT).toBe(1);
  await page.getByRole('button', { name: 'Close signing fields' }).click();

  await page.keyboard.press('m');
  const question = page.getByRole('alertdialog', { name: `Unmark page ${number}?` });
  await question.getByText(name).first().waitFor(WAIT);
  await question.getByRole('button', { name: 'Unmark page' }).click();
  await expect.poll(async () => markedOnServer(person, deal), WAIT).toEqual([]);
  await page.keyboard.press('Control+z');
  await bar(person)
    .getByRole('list', { name: `Signatories of page ${number}` })
    .getByText(name)
    .first()
    .waitFor(WAIT);
  await expect.poll(async () => markedOnServer(person, deal), WAIT).toEqual([number]);
  await expect.poll(async () => (await fieldsOnServer(person, deal)).length, WAIT).toBe(3);
});

test('a page can be marked and unmarked on its thumbnail', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  const deal = await sampleDeal(person);
  await openDocument(person, deal, ESCROW);
  await page.getByRole('button', { name: 'Mark page 1 for signing' }).click();
  await page.getByRole('button', { name: 'Page 1, signature page' }).waitFor(WAIT);
  await expect.poll(async () => markedOnServer(person, deal), WAIT).toContain(1);
  await page.getByRole('button', { name: 'To sign: unmark page 1' }).click();
  await page.getByRole('button', { name: 'Mark page 1 for signing' }).waitFor(WAIT);
  await expect.poll(async () => markedOnServer(person, deal), WAIT).not.toContain(1);
});
