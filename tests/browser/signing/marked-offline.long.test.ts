import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { sampleDeal } from '../support/screens.ts';
import { openDocument, bar, markedOnServer } from './mark-pages.ts';

const WAIT = { timeout: 60_000 };
const MARSH = 'Non-Competition Agreement (Marsh)';

test('a page marked with M and an assignment to another document, both made without a network, reach the server afterward', async ({
  counterpart,
  person,
}) => {
  const { page, url } = person;
  await person.signIn();
  const deal = await sampleDeal(person);
  const itemOf = async (name: string) => (await person.items(deal)).find((each) => each.name === name);
  const [marsh, escrow] = [await itemOf(MARSH), await itemOf('Escrow Agreement')];
  await openDocument(person, deal, MARSH);
  expect(await markedOnServer(person, deal)).not.toContain(1);
  await person.loseNetwork(counterpart);
  await page.keyboard.press('m');
  await bar(person).getByText('Page 1 is a signature page. Nobody signs it yet.').waitFor(WAIT);
  expect(
    await page
      .getByRole('button', { name: 'Mark page for signing', exact: true })
      .getAttribute('aria-pressed'),
  ).toBe('true');
  await page.goto(`${url}/transaction/${deal}/checklist?itemId=${escrow?.uuid}`);
  await page.getByRole('button', { name: 'Details and notes' }).click(WAIT);
  const details = page.getByRole('complementary', { name: 'Details and notes' });
  await details.getByLabel('Signature pages are in').selectOption(MARSH, WAIT);
  await details.getByText('Signed on the marked pages of').waitFor(WAIT);
  await details.getByRole('link', { name: MARSH }).waitFor(WAIT);
  await expectAccessible(page);
  await person.regainNetwork(counterpart);
  await expect.poll(async () => markedOnServer(person, deal), WAIT).toContain(1);
  await expect
    .poll(async () => person.get(`/api/transactions/item/${escrow?.uuid}`), WAIT)
    .toMatchObject({ pages_embedded_in: marsh?.uuid });
});
