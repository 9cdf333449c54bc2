import type { Page } from 'playwright-core';
import { v7 } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { sampleDeal } from '../support/screens.ts';

const WAIT = { timeout: 60_000 };
const DEED = 'Escrow Agreement';

/** Sends Jane Doe a deed of the sample deal, and returns her link. */
async function sendDeed(counterpart: CounterpartProcess, deal: string): Promise<string> {
  const client = await elsewhere(counterpart);
  const email = 'jane.deed@alder.test';
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  const { uuid: item } = items.find(({ name }: { name: string }) => name === DEED);
  await client.patch(`/transactions/item/${item}`, { is_deed: true, for_signing: true });
  const jane = await client.post('/signatory', { transaction: deal, full_name: 'Jane Doe', email });
  await client.post('/assignments/assignment', { item, signatory: jane.body.uuid });
  const asked = { uuid: v7(), transaction: deal, signatories: [jane.body.uuid] };
  await client.post('/assignments/create_packet', asked);
  const made = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body;
  await expect.poll(async () => (await made()).status, WAIT).toBe('ready');
  const [packet] = (await made()).packets;
  const sent = await client.post(`/packet/${packet.uuid}/send`, {});
  expect(sent.status, sent.text).toBe(200);
  const { organization } = (await client.get('/authentication/user/me')).body;
  const mailed = async () => {
    const { body } = await client.get(`/authentication/organization/${organization}/outbox`);
    return body.find(({ to }: { to: string }) => to === email)?.text ?? '';
  };
  await expect.poll(mailed, WAIT).toContain('/sign/');
  return /\/sign\/[\w-]{43}/.exec(await mailed())?.[0] ?? '';
}

/** Opens a link on a phone of a person without an account. */
async function openPhone({ hosts }: CounterpartProcess, address: string): Promise<Page> {
  const { context, close } = await openProfile({ hosts, still: true, shell: true });
  onTestFinished(close);
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(address);
  return phone;
}

async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}

test('a deed is read as a whole, signed on one phone, and witnessed on another one with a code', async ({
  person,
  counterpart,
}) => {
  await person.signIn();
  const deal = await sampleDeal(person);
  const room = await openPhone(counterpart, `${person.url}${await sendDeed(counterpart, deal)}`);
  await room.getByLabel('I agree to sign electronically').check(WAIT);
  await room.getByRole('button', { name: 'Continue' }).click();
  await room.getByRole('button', { name: 'Use this signature' }).click(WAIT);
  const sign = room.getByRole('button', { name: 'Sign this document' });
  await sign.waitFor(WAIT);
  expect(await sign.isDisabled()).toBe(true);
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Open the whole document', exact: true }).click();
  await room.getByText('You’ve opened it on this device.').waitFor(WAIT);
  await sign.click();
  await room.getByRole('heading', { name: 'Your witness signs next' }).waitFor(WAIT);
  expect(await room.getByRole('button', { name: 'Finish and send' }).count()).toBe(0);
  await expectAccessible(room);
  await expectNoSideways(room);
  await room.getByLabel('On their own device').check();
  await room.getByRole('button', { name: 'Show a code' }).click();
  const code = (await room.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/).textContent(WAIT)) ?? '';
  await room.getByRole('img', { name: 'QR code for your witness' }).waitFor();

  // Like a phone that scans the QR code.
  const plain = code.replace(' ', '');
  const witness = await openPhone(counterpart, `${person.url}/sign/witness#${plain}`);
  await expect.poll(async () => witness.getByLabel('Code').inputValue(), WAIT).toBe(plain);
  await expectAccessible(witness);
  await witness.getByRole('button', { name: 'Continue' }).click();
  await witness.getByRole('heading', { name: 'Witness Jane Doe’s signature' }).waitFor(WAIT);
  await witness.getByLabel('Witness’s name').fill('Wanda Hall');
  await witness.getByLabel('Witness’s address').fill('1 High Street, Leeds LS1 4DY');
  await witness.getByLabel('Witness’s occupation').fill('Teacher');
  await witness.reload();
  await expect
    .poll(async () => witness.getByLabel('Witness’s occupation').inputValue(), WAIT)
    .toBe('Teacher');
  const done = witness.getByRole('button', { name: 'Sign as a witness' });
  expect(await done.isDisabled()).toBe(true);
  await witness.getByLabel(/^I was physically present when Jane Doe signed\./).check();
  await expectAccessible(witness);
  await expectNoSideways(witness);
  await done.click();
  await witness.getByRole('heading', { name: 'You have signed as a witness' }).waitFor(WAIT);

  await room.getByText('Witness: Wanda Hall').waitFor(WAIT);
  await room.getByRole('button', { name: 'Finish and send' }).click();
  await room.getByRole('heading', { name: 'You have signed' }).waitFor(WAIT);
});
