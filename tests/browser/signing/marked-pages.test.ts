import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { sampleDeal } from '../support/screens.ts';

const WAIT = { timeout: 60_000 };
const ESCROW = 'Escrow Agreement';

async function openDocument(person: Person, deal: string, name: string): Promise<void> {
  const { page, url } = person;
  await page.goto(`${url}/transaction/${deal}/documents`);
  await page.getByRole('button', { name: 'list view' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas').waitFor(WAIT);
}

const bar = ({ page }: Person) => page.getByRole('region', { name: 'Signature page', exact: true });

/** The page numbers of the signature pages that the server has of files. */
async function markedOnServer(person: Person, deal: string): Promise<number[]> {
  const answer = await person.page.request.get(
    `${person.url}/api/transactions/signature_page?transaction=${deal}`,
  );
  const rows: { source: string; ref_page_number: number }[] = await answer.json();
  return rows.filter(({ source }) => source === 'file').map(({ ref_page_number }) => ref_page_number);
}

test('pages that look like signature pages are suggested, marked, assigned and unmarked', async ({
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
});

test('a page is marked with M without a network, and the server has it afterwards', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await sampleDeal(person);
  await openDocument(person, deal, 'Non-Competition Agreement (Marsh)');
  expect(await markedOnServer(person, deal)).not.toContain(1);
  await person.loseNetwork(counterpart);
  await page.keyboard.press('m');
  await bar(person).getByText('Page 1 is a signature page. Nobody signs it yet.').waitFor(WAIT);
  expect(
    await page
      .getByRole('button', { name: 'Mark page for signing', exact: true })
      .getAttribute('aria-pressed'),
  ).toBe('true');
  await person.regainNetwork(counterpart);
  await expect.poll(async () => markedOnServer(person, deal), WAIT).toContain(1);
});
