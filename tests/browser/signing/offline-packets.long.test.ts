import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { openRoom } from './mailed-room.ts';
import { openPackets, WAIT } from './sent-packets.ts';

test('a packet that is created and sent offline can be taken back, and is sent once when the network is back', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const email = await openPackets(setting, 'Project Larch');
  const { page } = person;
  await person.isReadyForOffline();
  // The code that draws pages is stored on the device once it was used.
  await page.getByRole('link', { name: 'Signature pages' }).click();
  await page.getByRole('img').first().waitFor(WAIT);
  await page.getByRole('link', { name: 'Packets' }).click();
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => /send-dialog.*js$/.test(name)),
    undefined,
    WAIT,
  );
  await person.loseNetwork(counterpart);
  await page.getByText('You’re offline, so this list may be out of date.').waitFor(WAIT);
  await page.getByRole('button', { name: 'Create packet' }).click();
  const send = page.getByRole('button', { name: 'Send packet to Jane Doe' });
  await send.click(WAIT);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'Page 1: Purchase Agreement' }).waitFor(WAIT);
  await expectAccessible(page);
  await page.getByLabel('Message to the signatories').fill('From the plane.');
  await dialog.getByRole('button', { name: 'Send 1 packet when online' }).click(WAIT);
  const waiting = page.getByRole('region', { name: 'Waiting to go out' });
  await waiting.getByText('Goes out when you’re online').waitFor(WAIT);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Don’t send packet to Jane Doe' }).click();
  await page
    .getByText('Goes out when you’re online', { exact: true })
    .waitFor({ ...WAIT, state: 'detached' });
  await send.click();
  await page.getByLabel('Message to the signatories').fill('From the train.');
  await dialog.getByRole('button', { name: 'Send 1 packet when online' }).click(WAIT);
  await waiting.waitFor(WAIT);

  await person.regainNetwork(counterpart);
  await page.getByRole('region', { name: 'With signatories' }).waitFor(WAIT);
  const room = await openRoom(setting, email);
  await room.getByText('From the train.').waitFor(WAIT);
  await room.getByText('Purchase Agreement').first().waitFor(WAIT);
});
