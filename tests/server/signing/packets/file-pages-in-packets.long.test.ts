import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { seePdf } from '../../../support/open-pdfium.ts';
import { client, desk, openSigning, team } from '../open-signing.ts';
import { addLease, changes } from './filed-agreement.ts';

openSigning();

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

const TURNS = [90, 180, 270];

/** A page for each turn, which is 500 by 700 points and upright as it is shown. */
async function turnedPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const turn of TURNS) {
    const isOnItsSide = turn % 180 !== 0;
    const page = pdf.addPage(isOnItsSide ? [700, 500] : [500, 700]);
    page.setRotation(degrees(turn));
    // From the top left as it is shown.
    const draw = (text: string, x: number, y: number) => {
      const at = { 90: [y, x], 180: [500 - x, y], 270: [700 - y, 500 - x] }[turn] ?? [0, 0];
      page.drawText(text, { x: at[0] ?? 0, y: at[1] ?? 0, size: 12, font, rotate: degrees(turn) });
    };
    draw(`Turned by ${turn}`, 72, 72);
    draw('By: ______________________________', 72, 400);
    draw('Name: Jane Doe', 72, 416);
  }
  return pdf.save();
}

test('fields of a page that is turned in its file are where they were placed, in the room and in the sealed PDF', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.turned@alpha.test' });
  const { filed, pages } = await addLease(turnedPdf());
  const text = {
    tab_type: 'custom',
    label: 'City',
    x_position: 0.6,
    y_position: 0.2,
    width: 0.3,
    height: 0.04,
  };
  const box = {
    tab_type: 'checkbox',
    label: 'Agreed',
    x_position: 0.1,
    y_position: 0.9,
    width: 0.05,
    height: 0.04,
  };
  for (const page of pages) {
    const { uuid: assignment } = await team.assign(filed, jane, { item_page_uuid: page });
    for (const field of [text, box])
      expect((await client.post('/tab', { assignment, required: true, ...field })).status).toBe(201);
  }
  const packet = await desk.make(team, { signatories: [jane] });
  expect(await team.list('/packet')).toMatchObject([{ num_pages: 3, warnings: [] }]);
  const pdf = async () => {
    const { body } = await client.post(`/packet/${packet}/download`);
    return seePdf(new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer()), 1);
  };
  const before = await pdf();
  const token = await desk.send(team, packet, 'jane.turned@alpha.test');
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
  const room = await desk.open(token);
  for (const page of room.pages) {
    expect([page.width, page.height]).toEqual([500, 700]);
    expect(page.tabs).toMatchObject([
      { label: 'City', x: 300, y: 140, width: 150, height: 28 },
      { label: 'Agreed', x: 50, y: 630 },
    ]);
    // On the line of the file.
    expect(page.fields).toHaveLength(1);
    expect((page.fields[0]?.y ?? 0) + (page.fields[0]?.height ?? 0)).toBeCloseTo(400, -1);
    const values = Object.fromEntries(
      page.tabs.map(({ uuid, type }) => [uuid, type === 'checkbox' ? 'true' : 'Vienna']),
    );
    const { uuid, sha256 } = page;
    const signed = await desk.act(token, 'sign', { pages: [{ uuid, sha256, values }] });
    expect(signed.status, signed.text).toBe(200);
  }
  await desk.act(token, 'finish');
  const latest = async () => (await team.list('/packet'))[0]?.['latest_document'];
  await expect.poll(latest).toMatchObject({ is_signed: true });
  const after = (await pdf()).slice(0, TURNS.length);
  for (const [at, page] of after.entries()) {
    expect([page.width, page.height]).toEqual([500, 700]);
    expect(page.text).toContain(`Turned by ${TURNS[at]}`);
    expect(page.text).toContain('Vienna');
    const { tabs = [], fields = [] } = room.pages[at] ?? {};
    const inside = (row: number, column: number, around = 8) =>
      [...tabs, ...fields].some(
        ({ x, y, width, height }) =>
          row > y - around && row < y + height + around && column > x - around && column < x + width + around,
      );
    for (const { x, y, width, height } of [...tabs, ...fields])
      expect(
        changes(
          before[at],
          page,
          (row, column) => row >= y && row <= y + height && column >= x && column <= x + width,
        ),
      ).toBeGreaterThan(10);
    expect(changes(before[at], page, (row, column) => !inside(row, column))).toBe(0);
  }
});
