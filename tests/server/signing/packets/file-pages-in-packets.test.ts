import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setFeature } from '../../../../server/store/account/features.ts';
import { contentOf } from '../../../../server/storage/object-keys.ts';
import { neededKeys } from '../../../../server/purge/needed-objects.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { addLease, changes } from './filed-agreement.ts';

openSigning();

async function pagesOf(packet: string) {
  const { body } = await client.post(`/packet/${packet}/download`);
  return seePdf(new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer()), 1);
}

test('a packet contains marked pages as they are in their file, with a code, and signatures go on their lines', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
  const { filed, pages } = await addLease();
  for (const page of pages) await team.assign(filed, jane, { item_page_uuid: page });
  await team.assign(await team.item('NDA'), jane);
  const load = vi.spyOn(PDFDocument, 'load');
  onTestFinished(() => load.mockRestore());
  const packet = await desk.make(team, { signatories: [jane] });
  expect(await team.list('/packet')).toMatchObject([
    // The lease has no warning, because its file can be read.
    {
      num_pages: 4,
      warnings: ['NDA: there is no document yet, so signatories see only the signature page.'],
    },
  ]);

  const made = await pagesOf(packet);
  expect(made.map(({ width, height }) => [width, height])).toEqual([
    [612, 792],
    [500, 700],
    [420, 595],
    [612, 792],
  ]);
  for (const { text } of made.slice(0, 3)) {
    expect(text).toContain('Name: Jane Doe');
    expect(text.replaceAll(/\s/g, '')).toMatch(/CP-[A-Z2-7]{16}/);
  }

  const token = await desk.send(team, packet, 'jane@alpha.test');
  const room = await desk.open(token);
  expect(room.pages[0]?.svg).toContain('<image');
  expect(room.pages[0]?.text).toContain('Name: Jane Doe');
  await desk.signAll(token);
  await desk.act(token, 'finish');
  await expect
    .poll(async () => (await team.list('/packet'))[0]?.['latest_document'])
    .toMatchObject({ is_signed: true });
  // The server's process never parses pages of uploaded files, not even to seal them.
  expect(load).not.toHaveBeenCalled();
  const signed = await pagesOf(packet);
  for (const [at, page] of signed.slice(0, made.length).entries()) {
    // The only new ink is above the signature line, which is where it was in the file.
    const { x, y, width, height } = room.pages[at]?.fields[0] ?? { x: 0, y: 0, width: 0, height: 0 };
    const inside = (row: number, column: number) =>
      row > y - 4 && row < y + height + 8 && column > x - 4 && column < x + width + 4;
    expect(changes(made[at], page, inside)).toBeGreaterThan(60);
    expect(changes(made[at], page, (row, column) => !inside(row, column))).toBe(0);
  }
  const { copied_key: key } = await server.services.db
    .selectFrom('packet_pages')
    .select('copied_key')
    .where('packet', '=', packet)
    .where('copied_key', 'is not', null)
    .executeTakeFirstOrThrow();
  expect((await neededKeys(server.services.db, [contentOf(key ?? '')])).files).toEqual(new Set([key]));
});

test('a marked page isn’t sent once its document has a newer version', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.old@alpha.test' });
  const { filed, pages, document } = await addLease();
  await team.assign(filed, jane, { item_page_uuid: pages[0] });
  const newer = (await addFiledItem(server, client, team.deal, [1])).document;
  const setCurrent = async (current: string) => {
    await server.services.db
      .updateTable('items')
      .set({ document: current })
      .where('uuid', '=', filed)
      .execute();
  };
  await setCurrent(newer);
  const packet = await desk.make(team, { signatories: [jane] });
  const refused = await client.post(`/packet/${packet}/send`, {});
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toMatch(/^A newer version of “.+” was added/);
  await setCurrent(document);
  const again = await desk.make(team, { signatories: [jane] });
  expect((await client.post(`/packet/${again}/send`, {})).status).toBe(200);
});

test('a file can’t be deleted while one of its pages is out for signature', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.kept@alpha.test' });
  const { filed, pages, document } = await addLease();
  await team.assign(filed, jane, { item_page_uuid: pages[0] });
  const packet = await desk.make(team, { signatories: [jane] });
  await desk.send(team, packet, 'jane.kept@alpha.test');
  const remove = () => client.delete(`/transactions/document/${document}`);
  expect((await remove()).body.error_message).toContain('This file can’t be deleted');
  await setFeature(server.services.db, {
    name: 'CANCEL_ESIGN',
    transaction: team.deal,
    is_active: true,
    set_at: new Date(),
  });
  await client.post(`/packet/${packet}/cancel`, { reason: 'A page is wrong.' });
  expect((await remove()).status).toBe(204);
});
