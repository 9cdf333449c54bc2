import { expect } from 'vitest';
import { printPdf, scanPage, signatureInk } from '../../support/signing/scans.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { openRoom, prepareSigner, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

test('pages in wet ink are printed and sent back from the room, also through a network cut and a reload', async ({
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
  await expectAccessible(room);
  expect(await room.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const printed = room.waitForEvent('download');
  await room.getByRole('button', { name: 'Download 2 pages to print' }).click();
  expect((await printed).suggestedFilename()).toBe('Pages to sign.pdf');

  const { body } = await client.post(`/packet/${packet}/download`);
  // Only the browser finds the file store by its name.
  const store = /files\.localhost:80 ([\d.:]+)/.exec(counterpart.hosts)?.[1] ?? '';
  const pdf = await (await fetch(body.redirect_url.replace(/\/\/[^/]+/, `//${store}`))).arrayBuffer();
  const photos = await Promise.all(
    (await printPdf(new Uint8Array(pdf))).map(async (page) =>
      scanPage(page, { rotate: 2, ink: signatureInk(340, 150) }),
    ),
  );
  const photo = (at: number) => ({
    name: 'image.jpg',
    mimeType: 'image/jpeg',
    buffer: photos[at] ?? Buffer.alloc(0),
  });
  const files = room.getByLabel('Choose files');

  await files.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.alloc(500, 1) });
  await room.getByText('We can’t read HEIC pictures.').waitFor();
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Remove IMG_0001' }).click();

  await room.context().setOffline(true);
  await files.setInputFiles(photo(0));
  await room.getByText('1 file hasn’t been sent yet.').waitFor(WAIT);
  await expectAccessible(room);
  await room.context().setOffline(false);
  await room.getByText('1 of 2 pages received').waitFor(WAIT);
  await room.getByText('1 page received.').waitFor(WAIT);

  await room.reload();
  await room.getByText('1 of 2 pages received').waitFor(WAIT);
  await room.getByText('Photo 1', { exact: true }).waitFor();
  await files.setInputFiles(photo(1));
  await room.getByRole('heading', { name: 'Your pages came back on paper' }).waitFor(WAIT);

  await person.signIn();
  await person.page.goto(`${person.url}/transaction/${signer.deal}/returned-pages`);
  await person.page.getByRole('heading', { name: '2 pages to review' }).waitFor(WAIT);
});
