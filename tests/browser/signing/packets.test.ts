import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { linkTo, openRoom } from './mailed-room.ts';
import { makeAndSend, openPackets, signHere, WAIT } from './sent-packets.ts';

async function adoptSignature(room: Page): Promise<void> {
  await room.getByLabel('I agree to sign electronically').check();
  await room.getByRole('button', { name: 'Continue' }).click();
  await room.getByRole('button', { name: 'Use this signature' }).click(WAIT);
  await room.getByRole('heading', { name: 'Review and sign' }).waitFor(WAIT);
}

test('a packet is created, sent, signed on a phone through its link, and accepted after one page was signed again', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const email = await openPackets(setting, 'Project Rowan', {
    'Purchase Agreement': [{ tab_type: 'custom', label: 'City' }, { tab_type: 'initials' }],
  });
  await expectAccessible(person.page);
  await makeAndSend(person);

  const room = await openRoom(setting, email);
  await room.getByText('Please sign by Friday.').waitFor();
  await expectAccessible(room);
  await adoptSignature(room);
  await room.getByText('0 of 2 pages signed').waitFor();
  const { width, scroll } = await room.evaluate(() => ({
    width: window.innerWidth,
    scroll: document.documentElement.scrollWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
  await signHere(room).click();
  await room.getByText('Fill in “City”.').waitFor();
  const city = room.getByLabel('City');
  expect(await city.evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessible(room);
  await city.fill('Vienna');
  await room.reload();
  expect(await city.inputValue(WAIT)).toBe('Vienna');
  await room.getByRole('button', { name: 'Initials' }).click();
  await signHere(room).click();
  await room.getByText('1 of 2 pages signed').waitFor(WAIT);
  await signHere(room).click();
  await room.getByRole('button', { name: 'Finish and send' }).click(WAIT);
  await room.getByRole('heading', { name: 'You have signed' }).waitFor(WAIT);
  await expectAccessible(room);

  const { page } = person;
  await page.getByRole('link', { name: 'Review 2 signatures' }).click(WAIT);
  await page.getByRole('img', { name: 'Page 1: Purchase Agreement' }).waitFor(WAIT);
  await page.getByText('Submitted', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept page 1' }).click();
  await page.getByRole('button', { name: 'Reject page 2' }).click(WAIT);
  await page.getByLabel('Reason').fill('The date is missing.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  const pages = page.getByRole('region', { name: 'Pages' });
  await pages.getByText('Rejected: The date is missing.').waitFor(WAIT);

  await page.getByRole('link', { name: 'All packets' }).click();
  await page.getByRole('button', { name: 'Send packet to Jane Doe now' }).click(WAIT);
  // It shows the message that the packet is sent with.
  const message = page.getByLabel('Message to the signatories');
  await expect
    .poll(async () => message.inputValue(), WAIT)
    .toBe('Please sign these pages again: The date is missing.');
  await message.fill('Only the date was missing.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 packet' }).click(WAIT);
  // The phone is trusted: it needs no code for another packet of the same person.
  await room.goto(await linkTo(setting.person, email, 2));
  await room.getByText('Only the date was missing.').waitFor(WAIT);
  await adoptSignature(room);
  await room.getByText('0 of 1 page signed').waitFor();
  await signHere(room).click();
  await room.getByRole('button', { name: 'Finish and send' }).click(WAIT);
  await page.getByRole('link', { name: 'Review 1 signature' }).click(WAIT);
  await page.getByRole('button', { name: 'Accept 1 signature' }).click(WAIT);
  await page.getByRole('button', { name: 'Accept 1 signature' }).waitFor({ ...WAIT, state: 'detached' });
});
