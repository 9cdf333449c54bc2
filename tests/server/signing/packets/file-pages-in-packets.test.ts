import { createHash } from 'node:crypto';
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setFeature } from '../../../../server/store/account/features.ts';
import { contentOf, pdfKey } from '../../../../server/storage/object-keys.ts';
import { neededKeys } from '../../../../server/purge/needed-objects.ts';
import { seePdf, type SeenPage } from '../../../support/open-pdfium.ts';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from '../room/room-desk.ts';

let server: TestServer;
let client: TestClient;
let team: DealTeam;
let mailbox: MailCatcher;
let desk: RoomDesk;

beforeAll(async () => {
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
  desk = openDesk(server, mailbox);
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
});
beforeEach(async () => {
  team = await openDeal(server, client);
});

/** Three signature pages: one upright, one rotated and cropped, and one of an unusual size. */
async function leasePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const lines = ['By: ______________________________', 'Name: Jane Doe'];
  for (const size of [
    [612, 792],
    [420, 595],
  ] as const) {
    const page = pdf.addPage([...size]);
    for (const [at, line] of lines.entries())
      page.drawText(line, { x: 72, y: 300 - at * 16, size: 12, font });
  }
  const turned = pdf.insertPage(1, [792, 612]);
  turned.setRotation(degrees(90));
  turned.setCropBox(20, 10, 700, 500);
  for (const [at, line] of lines.entries())
    turned.drawText(line, { x: 420 + at * 16, y: 82, size: 12, font, rotate: degrees(90) });
  return pdf.save();
}

/** A page of 5 by 5 m, almost the largest that Acrobat supports. */
async function wallPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const page = pdf.addPage([WALL, WALL]);
  page.drawText('By: ______________________________', { x: 7000, y: 7000, size: 12, font });
  page.drawText('Name: Jane Doe', { x: 7000, y: 6984, size: 12, font });
  return pdf.save();
}

const WALL = 14_173;

/** Adds a document and marks all of its pages. */
async function addLease(making = leasePdf()) {
  const bytes = await making;
  const numPages = (await PDFDocument.load(bytes)).getPageCount();
  const numbers = Array.from({ length: numPages }, (_, at) => at + 1);
  const filed = await addFiledItem(server, client, team.deal, numbers);
  const key = pdfKey(createHash('sha256').update(bytes).digest('hex'));
  await server.services.objects.put(key, bytes);
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key, num_pages: numPages })
    .where('uuid', '=', filed.document)
    .execute();
  for (const page_uuid of filed.pages)
    await client.post(`/transactions/item/${filed.filed}/mark_page_for_signing`, {
      page_uuid,
      for_signing: true,
    });
  return filed;
}

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
  // The server's process never parses pages of files, not even to seal them.
  expect(load).not.toHaveBeenCalled();
  const signed = await pagesOf(packet);
  for (const [at, page] of signed.slice(0, made.length).entries()) {
    // The only ink is above the line, which is where it is in the file.
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

test('a page of 5 by 5 m keeps its size in the packet, and is signed on its line', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.wall@alpha.test' });
  const { filed, pages } = await addLease(wallPdf());
  await team.assign(filed, jane, { item_page_uuid: pages[0] });
  const packet = await desk.make(team, { signatories: [jane] });
  expect(await team.list('/packet')).toMatchObject([{ num_pages: 1, warnings: [] }]);
  const { body } = await client.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  const [made] = await seePdf(bytes, 0.05);
  expect([made?.width, made?.height]).toEqual([WALL, WALL]);
  expect(made?.text.replaceAll(/\s/g, '')).toMatch(/CP-[A-Z2-7]{16}/);
  const room = await desk.open(await desk.send(team, packet, 'jane.wall@alpha.test'));
  const { x, y, height } = room.pages[0]?.fields[0] ?? { x: 0, y: 0, height: 0 };
  expect(x).toBeCloseTo(7024, -1);
  expect(y + height).toBeCloseTo(WALL - 7000, -1);
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

test('a person without a line on a page signs at its bottom, and a warning says so', async () => {
  const kim = await team.person('Kim Poe');
  const { filed, pages } = await addLease();
  for (const signatory of [await team.person('Jane Doe'), kim])
    await team.assign(filed, signatory, { item_page_uuid: pages[0] });
  const packet = await desk.make(team, { signatories: [kim] });
  const [row] = await team.list('/packet');
  expect(row).toMatchObject({
    uuid: packet,
    warnings: ['Lease: no signature line was found for Kim Poe, who signs at the bottom of page 1.'],
  });
});

test('a signing field decides where somebody signs, even if the page has a line for them', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.field@alpha.test' });
  const { filed, pages } = await addLease();
  const { uuid: assignment } = await team.assign(filed, jane, { item_page_uuid: pages[0] });
  const field = { tab_type: 'signature', x_position: 0.5, y_position: 0.25, width: 0.25, height: 0.05 };
  expect((await client.post('/tab', { assignment, ...field })).status).toBe(201);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, 'jane.field@alpha.test');
  expect((await desk.open(token)).pages[0]?.fields).toMatchObject([
    { x: 306, y: 198, width: 153, height: 39.6, assignments: [assignment] },
  ]);
});

/** Returns how many points in a part of a page have changed their gray. */
function changes(
  before: SeenPage | undefined,
  after: SeenPage,
  isPart: (row: number, column: number) => boolean,
): number {
  return after.gray.filter((value, at) => {
    const [row, column] = [Math.floor(at / after.columns), at % after.columns];
    return isPart(row, column) && Math.abs(value - (before?.gray[at] ?? 0)) > 40;
  }).length;
}
