import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { seePdf } from '../../../support/open-pdfium.ts';
import { addLease, client, desk, openFilePages, team } from './filed-agreement.ts';

openFilePages();

/** Returns a PDF with a page of 5 by 5 m, almost the largest that Acrobat supports. */
async function wallPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const page = pdf.addPage([WALL, WALL]);
  page.drawText('By: ______________________________', { x: 7000, y: 7000, size: 12, font });
  page.drawText('Name: Jane Doe', { x: 7000, y: 6984, size: 12, font });
  return pdf.save();
}

const WALL = 14_173;

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

test('a signing field decides where a person signs, even if the page has a line for them', async () => {
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
