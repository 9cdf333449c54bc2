import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import { sampleDeal } from '../support/screens.ts';
import { openDocument, bar, markedOnServer } from './mark-pages.ts';

const WAIT = { timeout: 60_000 };

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
