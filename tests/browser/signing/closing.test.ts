import { expect } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { signedDeal } from './signed-deal.ts';

const WAIT = { timeout: 60_000 };

test('a release is prepared on the closing board, waits for its conditions, pages and two people, and is announced on another page', async ({
  person,
  counterpart,
}) => {
  const { deal, client, second } = await signedDeal(counterpart, 'Project Hazel');
  const associate = new TestClient(counterpart.directUrl);
  await associate.post('/auth/login', { loginId: 'associate@demo.test', password: 'closing-day' });
  const { uuid: user_uuid } = (await associate.get('/authentication/user/me')).body;
  await client.post('/transactions/participant', { transaction_uuid: deal, user_uuid });
  await person.signIn();
  const { page } = person;
  await associate.post(`/transactions/transaction/${deal}/watch`);
  await page.goto(`${person.url}/transaction/${deal}/closing`);
  await page.getByText('1 of 2 signatures held').waitFor(WAIT);
  await page.getByRole('list', { name: 'Also viewing this board:' }).waitFor(WAIT);
  await page.getByRole('link', { name: 'Jane Doe' }).waitFor();
  const [{ uuid: item }] = (await client.get(`/transactions/item?transaction=${deal}`)).body;
  const blank = (await client.post('/transactions/signature_page', { item })).body.uuid;
  const incomplete = page.getByText(
    '“Purchase Agreement” has a signature page that nobody is assigned to. It won’t be in the executed document.',
  );
  await incomplete.waitFor(WAIT);
  await client.delete(`/transactions/signature_page/${blank}`);
  await incomplete.waitFor({ ...WAIT, state: 'detached' });
  await page.getByRole('button', { name: 'Prepare release' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Conditions, one per line').fill('Funds received');
  await dialog.getByLabel('Effective date').fill('2026-03-02');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Prepare release' }).click();
  const release = page.getByRole('region', { name: 'Release', exact: true });
  await release.getByText('2 documents · effective Mar 2, 2026').waitFor(WAIT);
  await release.getByRole('checkbox', { name: 'Funds received' }).check();
  await release.getByText(/^Marked as met by /).waitFor(WAIT);
  const confirm = release.getByRole('button', { name: 'Confirm release' });
  expect(await confirm.isDisabled()).toBe(true);
  await client.post(`/assignments/assignment/${second}/accept`);
  await confirm.click(WAIT);
  await release.getByRole('button', { name: 'Withdraw my confirmation' }).waitFor(WAIT);
  const carryOut = release.getByRole('button', { name: 'Release 2 documents' });
  expect(await carryOut.isDisabled()).toBe(true);
  const [{ uuid }] = (await client.get(`/transactions/release?transaction=${deal}`)).body;
  expect((await associate.post(`/transactions/release/${uuid}/confirm`, {})).status).toBe(200);
  await expectAccessible(page);

  // Nothing can be confirmed or released without the server, and nothing is sent later by itself.
  await person.context.setOffline(true);
  await page
    .getByText(/^You’re offline/)
    .first()
    .waitFor(WAIT);
  for (const button of [carryOut, release.getByRole('button', { name: 'Withdraw my confirmation' })])
    expect(await button.isDisabled()).toBe(true);
  await expectAccessible(page);
  await person.context.setOffline(false);

  const other = await person.context.newPage();
  await other.goto(`${person.url}/transaction/${deal}/tasks`);
  await other.getByRole('heading', { name: 'Project Hazel' }).waitFor(WAIT);
  await page.bringToFront();
  await carryOut.click(WAIT);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release 2 documents' }).click();
  await other.getByText(/ released 2 documents\.$/).waitFor(WAIT);
  const past = page.getByRole('region', { name: 'Past releases' });
  await past.getByText(/^2 documents, released by /).waitFor(WAIT);
  const ledger = page.getByRole('region', { name: 'Ledger' });
  await ledger.getByText('2 signatures released, effective Mar 2, 2026').waitFor(WAIT);
  await ledger.getByText(/The sequence is unbroken and unaltered/).waitFor();
  await expectAccessible(page);
});
