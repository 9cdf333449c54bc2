import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { sign } from './execute-document.ts';

const WAIT = { timeout: 60_000 };

/**
 * Prepares a document of the sample deal that Zoe Hart has signed, and another file that waits as its new
 * version.
 */
async function signedDocument(client: TestClient, url: string) {
  const call = async (answering: ReturnType<TestClient['post']>) => {
    const answer = await answering;
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const deals = await call(client.get('/transactions/transaction'));
  const { uuid: deal } = deals.find((each: { is_sample: boolean }) => each.is_sample);
  const documents = await call(client.get(`/transactions/document?transaction=${deal}`));
  const isReady = ({ conversion_status: status }: { conversion_status: string }) => status === 'complete';
  const [queued, filed] = [true, false].map((isQueued) =>
    documents.filter(isReady).find((each: { in_queue: boolean }) => each.in_queue === isQueued),
  );
  const [{ item_uuid: item }] = await call(
    client.post('/transactions/item/from_documents', { documents: [queued.uuid] }),
  );
  await call(client.patch(`/transactions/item/${item}`, { for_signing: true }));
  const email = `${v7()}@alder.test`;
  const zoe = await call(client.post('/signatory', { transaction: deal, full_name: 'Zoe Hart', email }));
  const { uuid } = await call(client.post('/assignments/assignment', { item, signatory: zoe.uuid }));
  await sign(client, url, { deal, signatory: zoe.uuid, email }, call);
  await call(client.post('/assignments/assignment/bulk_accept', { assignments: [uuid] }));
  for (const item_id of [null, item])
    await call(client.patch(`/transactions/document/${filed.uuid}`, { item_id }));
  return { deal, item, second: filed.uuid, signature: uuid };
}

test('a new version of a signed document is compared, and replaces it with the signatures that a lawyer carries over', async ({
  person,
  counterpart,
}) => {
  const client = await elsewhere(counterpart);
  const { deal, item, second, signature } = await signedDocument(client, counterpart.directUrl);
  await person.signIn();
  const { page } = person;
  await page.goto(`${person.url}/transaction/${deal}/closing/${second}`);
  await page.getByText(/pages? compared, \d+ changed/).waitFor(WAIT);
  await page.locator('canvas').first().waitFor(WAIT);
  await expectAccessible(page);
  // The screen must scroll inside the page. Otherwise, its end couldn't be reached.
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await page.getByRole('checkbox', { name: 'Carry over: Zoe Hart' }).check();
  const replace = page.getByRole('button', { name: 'Replace document and carry over 1 signature' });
  await replace.click();
  await page.getByText('Review every change first.').waitFor();
  for (const change of await page.getByRole('checkbox', { name: /^I have reviewed this change/ }).all())
    await change.check();
  await page.getByRole('combobox', { name: 'How the signatories authorized this' }).selectOption('By email');
  await page.getByLabel('What they authorized, and when').fill('Email of March 2.');
  await page.getByRole('checkbox', { name: /^I confirm that/ }).check();
  await replace.click();
  await page.getByText('This version is current.').waitFor(WAIT);
  expect((await client.get(`/transactions/item/${item}`)).body.document).toBe(second);
  const { body } = await client.get(`/assignments/assignment?transaction=${deal}`);
  expect(body.find(({ uuid }: { uuid: string }) => uuid === signature)).toMatchObject({ status: 'executed' });
});
