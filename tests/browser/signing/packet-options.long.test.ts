import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { prepareSigner } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

test('creating packets asks for whom and with which pages, also offline, and a person who is listed twice is merged before sending', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  counterpart.administer('feature', 'CREATE_PACKETS_V2', 'on');
  counterpart.administer('feature', 'DOCUMENT_SLIP_PAGE', 'on');
  const { deal, email } = await prepareSigner(counterpart, 'Project Willow');
  const client = await elsewhere(counterpart);
  const [{ uuid: item }] = (await client.get(`/transactions/item?transaction=${deal}`)).body;
  for (const [full_name, address] of [
    ['Jane B. Doe', email],
    ['Omar Reyes', 'omar@willow.test'],
  ]) {
    const signatory = { transaction: deal, full_name, email: address };
    const { uuid } = (await client.post('/signatory', signatory)).body;
    expect((await client.post('/assignments/assignment', { item, signatory: uuid })).status).toBe(201);
  }
  await person.signIn();
  await person.isReadyForOffline();
  await page.goto(`${person.url}/transaction/${deal}/packets`);
  const create = page.getByRole('button', { name: 'Create 3 packets' });
  await create.waitFor(WAIT);
  await person.loseNetwork(counterpart);
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Create packets' });
  const titlePages = dialog.getByLabel('Put a page with the title before each document’s pages');
  expect(await titlePages.isChecked()).toBe(true);
  expect(await dialog.getByLabel(/cover page/).count()).toBe(0);
  await titlePages.uncheck();
  await dialog.getByLabel(/^Omar Reyes/).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create 2 packets' }).click();
  await person.regainNetwork(counterpart);

  await page.getByRole('button', { name: 'Send 2 packets' }).click(WAIT);
  const send = page.getByRole('dialog');
  await send.getByText(/are listed with .*, so each entry gets its own link/).waitFor(WAIT);
  await send.getByRole('link', { name: 'Open signatories' }).waitFor();
  const { body: packets } = await client.get(`/packet?transaction=${deal}`);
  const slipPages = packets.map(({ options }: { options: { slip_pages: boolean } }) => options.slip_pages);
  expect(slipPages).toEqual([false, false]);
  await expectAccessible(page);
  await send.getByRole('button', { name: 'Merge entries' }).click();
  await person.sees('Merged the entries for Jane Doe. Create their packet again, then send it.');
  const people = async () =>
    (await client.get(`/signatory?transaction=${deal}`)).body.map(
      (row: { full_name: string }) => row.full_name,
    );
  await expect.poll(people, WAIT).toEqual(['Jane Doe', 'Omar Reyes']);
  const packetsLeft = async () => (await client.get(`/packet?transaction=${deal}`)).body.length;
  expect(await packetsLeft()).toBe(1);
});
