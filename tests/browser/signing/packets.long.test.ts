import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { openRoom, prepareSigner } from './mailed-room.ts';
import { makeAndSend, openPackets, signHere, WAIT } from './sent-packets.ts';

test('a packet whose pages have changed is created again, and an entity that nobody signs for is listed', async ({
  person,
  counterpart,
}) => {
  const { deal, jane } = await prepareSigner(counterpart, 'Project Aspen');
  const client = await elsewhere(counterpart);
  const alpha = await client.post('/signatory', {
    transaction: deal,
    full_name: 'Alpha Corp.',
    is_org: true,
  });
  const [item] = (await client.get(`/transactions/item?transaction=${deal}`)).body;
  await client.post('/assignments/assignment', { item: item.uuid, signatory: alpha.body.uuid });
  await person.signIn();
  const { page } = person;
  await page.goto(`${person.url}/transaction/${deal}/packets`);
  await page.getByRole('button', { name: 'Create packet' }).click(WAIT);
  await page.getByRole('button', { name: 'Send packet to Jane Doe' }).waitFor(WAIT);
  await page.getByText('Nobody signs for Alpha Corp. yet').waitFor();
  await page.getByRole('link', { name: 'Add a representative of Alpha Corp.' }).waitFor();
  await expectAccessible(page);

  await client.patch(`/signatory/${jane}`, { full_name: 'Jane B. Doe' });
  await page.getByRole('link', { name: 'Jane B. Doe' }).click(WAIT);
  await page.getByText('Create the packet again, then send it.').waitFor(WAIT);
  const before = page.url();
  await page.getByRole('button', { name: 'Create again for Jane B. Doe' }).click();
  await page.waitForURL((url) => url.href !== before, WAIT);
  await page.getByRole('button', { name: 'Send packet to Jane B. Doe' }).click(WAIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 packet' }).click(WAIT);
  await page.getByRole('button', { name: 'Remind Jane B. Doe' }).waitFor(WAIT);
});

/** Draws a stroke on a signature pad. */
async function draw(room: Page, label: string): Promise<void> {
  const pad = room.getByRole('group', { name: label }).getByRole('img');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error(`There is no pad for ${label}.`);
  await room.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.7);
  await room.mouse.down();
  for (const [x, y] of [
    [0.3, 0.2],
    [0.5, 0.7],
    [0.8, 0.4],
  ] as const)
    await room.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 8 });
  await room.mouse.up();
}

test('a drawn signature survives a reload, and pages that two tabs sign without a network are sent once it is back, but a held key signs no other page', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const email = await openPackets(setting, 'Project Hazel');
  await makeAndSend(person);
  const room = await openRoom(setting, email);
  await room.getByLabel('I agree to sign electronically').check();
  await room.getByRole('button', { name: 'Continue' }).click();
  await room.getByLabel('Draw').check(WAIT);
  await room.getByRole('button', { name: 'Use this signature' }).click();
  await room.getByText('Draw your signature.').waitFor();
  await draw(room, 'Your signature');
  await draw(room, 'Your signature');
  await room.getByRole('button', { name: 'Undo last stroke' }).click();
  await room.getByRole('img', { name: 'Drawn, in 1 stroke' }).waitFor();
  await expectAccessible(room);
  await room.reload();
  await room.getByRole('img', { name: 'Drawn, in 1 stroke' }).waitFor(WAIT);
  await room.getByRole('button', { name: 'Use this signature' }).click();
  await room.getByRole('heading', { name: 'Review and sign' }).waitFor(WAIT);
  await room.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  await room.context().setOffline(true);
  // Neither a held key nor a double click signs the page after this one, which nobody has read.
  await signHere(room).focus();
  await room.keyboard.down('Enter');
  await room.keyboard.down('Enter');
  await room.keyboard.up('Enter');
  await room.getByText('What you signed is kept on this device').waitFor(WAIT);
  await room.getByText('1 of 2 pages signed').waitFor();
  await signHere(room).dispatchEvent('click', { detail: 2 });
  await room.getByText('1 of 2 pages signed').waitFor();
  // Another tab opens the room without a network, and is closed before its signature is sent.
  const other = await room.context().newPage();
  await other.setViewportSize({ width: 390, height: 844 });
  await other.goto(room.url());
  await other.getByText('You’re offline, so you see the packet as it was on').waitFor(WAIT);
  await expectAccessible(other);
  await signHere(other).click();
  await other.getByText('2 of 2 pages signed').waitFor();
  await other.close();
  await room.getByText('2 of 2 pages signed').waitFor();
  await room.reload();
  await room.getByText('2 of 2 pages signed').waitFor(WAIT);
  await room.context().setOffline(false);
  await room.getByText('You’re offline').waitFor({ ...WAIT, state: 'detached' });
  await room.getByRole('button', { name: 'Finish and send' }).click(WAIT);
  await room.getByRole('heading', { name: 'You have signed' }).waitFor(WAIT);
});

test('a person whom the pages aren’t for says who should sign, and the team asks again', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const email = await openPackets(setting, 'Project Cedar');
  await makeAndSend(person);
  const room = await openRoom(setting, email);
  await room.getByRole('button', { name: 'This isn’t for me' }).click();
  await room.getByLabel('Who should sign').fill('Max Roe');
  await room.reload();
  await room.getByRole('button', { name: 'This isn’t for me' }).click(WAIT);
  expect(await room.getByLabel('Who should sign').inputValue()).toBe('Max Roe');
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Tell the sender' }).click();
  await room.getByRole('heading', { name: 'You said these pages aren’t for you' }).waitFor(WAIT);
  const group = person.page.getByRole('region', { name: 'Sent to the wrong person' });
  await group.getByText('Who should sign: Max Roe').waitFor(WAIT);
  await expectAccessible(person.page);
  await group.getByRole('button', { name: 'Ask again: Jane Doe' }).click();
  await person.page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click();
  await group.waitFor({ ...WAIT, state: 'detached' });
  // None of the signatory's devices is trusted anymore.
  await openRoom(setting, email, 2, 'Confirm it’s you');
});

test('a packet with an access code shows nothing about the deal until the signatory enters the code', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const email = await openPackets(setting, 'Project Birch');
  const { page } = person;
  await page.getByRole('button', { name: 'Create packet' }).click();
  await page.getByRole('button', { name: 'Send packet to Jane Doe' }).click(WAIT);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'Page 2: Escrow Agreement' }).waitFor(WAIT);
  await dialog.getByLabel('Require an access code, which you give the signatory yourself').check();
  await dialog.getByRole('textbox', { name: 'Access code' }).fill('123');
  await dialog.getByRole('button', { name: 'Send 1 packet' }).click();
  await dialog.getByText('An access code needs at least 6 letters or digits.').waitFor();
  await dialog.getByRole('textbox', { name: 'Access code' }).fill('Alder 4711');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send 1 packet' }).click();
  await page.getByText('opens with an access code').waitFor(WAIT);

  const room = await openRoom(setting, email, 1, 'Enter your access code');
  expect(await room.locator('body').textContent()).not.toContain('Birch');
  await expectAccessible(room);
  await room.getByLabel('Access code').fill('Alder 4712');
  await room.getByRole('button', { name: 'Open the documents' }).click();
  await room.getByText('This code is incorrect.').waitFor(WAIT);
  await room.getByLabel('Access code').fill('alder-4711');
  await room.getByRole('button', { name: 'Open the documents' }).click();
  await room.getByRole('heading', { name: 'Documents for you to sign' }).waitFor(WAIT);
  await room.reload();
  await room.getByRole('heading', { name: 'Documents for you to sign' }).waitFor(WAIT);
  await room.context().clearCookies();
  // Any interaction tells the server that a person sees the room.
  await room.getByRole('heading', { name: 'Documents for you to sign' }).click();
  await room.getByRole('heading', { name: 'Enter your access code' }).waitFor(WAIT);
});

test('a person who doesn’t want to sign says why', async ({ person, counterpart }) => {
  const setting = { person, counterpart };
  const email = await openPackets(setting, 'Project Maple');
  await makeAndSend(person);
  const room = await openRoom(setting, email);
  await room.getByRole('button', { name: 'Decline to sign' }).click();
  await room.getByLabel('Reason').fill('I left the company.');
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Decline to sign' }).click();
  await room.getByRole('heading', { name: 'You declined to sign' }).waitFor(WAIT);
  await person.page.getByText('Reason: I left the company.').waitFor(WAIT);
  await person.page.getByRole('button', { name: 'Create packet' }).waitFor(WAIT);
});
