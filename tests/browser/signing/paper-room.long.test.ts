import { expect } from 'vitest';
import { photograph, randomFrom } from '../../bench/scans/distort.ts';
import { printPdf, scanPage, signatureInk } from '../../support/signing/scans.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { openRoom, prepareSigner, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

test('pages in wet ink are printed and sent back from the room, straightened, even despite a network cut and a reload', async ({
  person,
  counterpart,
}) => {
  const setting = { person, counterpart };
  const signer = await prepareSigner(counterpart, 'Project Hazel');
  const client = await elsewhere(counterpart);
  const { body: items } = await client.get(`/transactions/item?transaction=${signer.deal}`);
  for (const { uuid } of items)
    await client.patch(`/transactions/item/${uuid}`, { requires_original_signatures: true });
  const packet = await sendPacket(counterpart, signer);
  const room = await openRoom(setting, signer.email, 1, 'Pages to sign on paper');
  await room.getByText('0 of 2 pages received').waitFor();
  const link = room.url();
  await expectAccessible(room);
  expect(await room.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const printed = room.waitForEvent('download');
  await room.getByRole('button', { name: 'Download 2 pages to print' }).click();
  expect((await printed).suggestedFilename()).toBe('Pages to sign.pdf');

  const { body } = await client.post(`/packet/${packet}/download`);
  // Only the browser can resolve the name of the file store.
  const store = /files\.localhost:80 ([\d.:]+)/.exec(counterpart.hosts)?.[1] ?? '';
  const pdf = await (await fetch(body.redirect_url.replace(/\/\/[^/]+/, `//${store}`))).arrayBuffer();
  const [first, second] = await printPdf(new Uint8Array(pdf));
  if (!first || !second) throw new Error('There aren’t two pages to sign.');
  const image = (buffer: Buffer) => ({ name: 'image.jpg', mimeType: 'image/jpeg', buffer });
  const scan = image(await scanPage(first, { rotate: 2, ink: signatureInk(340, 150) }));
  const photo = image((await photograph(second, { look: 'photo', dpi: 150 }, randomFrom(3))).jpeg);
  const files = room.getByLabel('Choose files');

  await files.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.alloc(500, 1) });
  await room.getByText('We can’t read HEIC pictures.').waitFor();
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Remove IMG_0001' }).click();

  await room.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  await room.context().setOffline(true);
  await files.setInputFiles(scan);
  await room.getByText('1 file hasn’t been sent yet.').waitFor(WAIT);
  await expectAccessible(room);
  // The tab is closed, and the link opened again, still without a network.
  room.on('dialog', (dialog) => void dialog.accept());
  await room.goto('about:blank');
  await room.goto(link);
  await room.getByText('You’re offline, so you see the packet as it was on').waitFor(WAIT);
  await room.getByText('0 of 2 pages received').waitFor();
  await room.getByText('1 file hasn’t been sent yet.').waitFor(WAIT);
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Download 2 pages to print' }).click();
  await room.getByText('The PDF couldn’t be opened. Check your connection').waitFor();
  await room.context().setOffline(false);
  await room.getByText('You’re offline').waitFor({ ...WAIT, state: 'detached' });
  await room.getByText('1 of 2 pages received').waitFor(WAIT);
  await room.getByText('1 page received.').waitFor(WAIT);

  await room.reload();
  await room.getByText('1 of 2 pages received').waitFor(WAIT);
  await room.getByText('Photo 1', { exact: true }).waitFor();

  await room.getByLabel('Take a photo').setInputFiles(scan);
  await room.getByText('We couldn’t find the edges of the page.').waitFor(WAIT);
  await expectAccessible(room);
  expect(await room.getByRole('button', { name: 'Use straightened page' }).isDisabled()).toBe(true);
  await room.getByRole('button', { name: 'Don’t send photo' }).click();

  await room.getByLabel('Take a photo').setInputFiles(photo);
  await room.getByRole('heading', { name: 'Check your photo' }).waitFor(WAIT);
  await room.getByText('We found the edges of the page.').waitFor();
  await room.getByRole('img', { name: 'The straightened page' }).waitFor();
  await expectAccessible(room);
  expect(await room.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const corner = room.getByRole('button', { name: /^Top left corner/ });
  const found = (await corner.getAttribute('aria-label')) ?? '';
  await corner.press('Shift+ArrowRight');
  await corner.press('Shift+ArrowDown');
  expect(await corner.getAttribute('aria-label')).not.toBe(found);
  await corner.press('Shift+ArrowLeft');
  await corner.press('Shift+ArrowUp');
  expect(await corner.getAttribute('aria-label')).toBe(found);
  const { x, y, width, height } = (await corner.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  await room.mouse.move(middleX, middleY);
  await room.mouse.down();
  await room.mouse.move(middleX + 60, middleY + 60, { steps: 4 });
  expect(await corner.getAttribute('aria-label')).not.toBe(found);
  await room.mouse.move(middleX, middleY);
  await room.mouse.up();
  expect(await corner.getAttribute('aria-label')).toBe(found);

  await room.route('**/upload', async (route) => route.abort());
  await room.getByRole('button', { name: 'Use straightened page' }).click();
  await room.getByText('1 file hasn’t been sent yet.').waitFor(WAIT);
  await room.reload();
  await room.getByText('1 file hasn’t been sent yet.').waitFor(WAIT);
  await room.unroute('**/upload');
  await room.getByRole('heading', { name: 'Your pages came back on paper' }).waitFor(WAIT);

  await person.signIn();
  await person.page.goto(`${person.url}/transaction/${signer.deal}/returned-pages`);
  await person.page.getByRole('heading', { name: '2 pages to review' }).waitFor(WAIT);
});
