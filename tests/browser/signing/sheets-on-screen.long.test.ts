import sharp from 'sharp';
import { expect } from 'vitest';
import { layOut } from '../../server/signature-pages/page-engine.ts';
import { human, signer } from '../../server/signature-pages/sample-signers.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { areasOf, inkApart, type Picture } from '../../support/signing/ink.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };
/** Pixels per point. Half a point is two pixels. */
const SCALE = 4;

const CHINESE = '北京长城科技有限责任公司';
/** The documents. Each has one page, which an entity signs. */
const PAGES = [
  { document: 'Purchase Agreement', font: 'times_new_roman', entity: 'Linden Fund, L.P.' },
  { document: 'Escrow Agreement', font: 'arial', entity: 'שירותי נאמנות בע״מ' },
  { document: 'Side Letter', font: 'courier', entity: CHINESE },
] as const;

interface PreparedPage {
  document: (typeof PAGES)[number]['document'];
  entity: string;
  page: string;
}

/** Creates a deal with a page in each font. */
async function preparePages(counterpart: CounterpartProcess) {
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const transaction: string = (await create('/transactions/transaction', { name: 'Project Elm' })).uuid;
  const jane = (await create('/signatory', { transaction, full_name: 'Jane Doe' })).uuid;
  const pages: PreparedPage[] = [];
  for (const { document, font, entity } of PAGES) {
    const item = (await create('/transactions/item', { transaction, name: document, for_signing: true }))
      .uuid;
    const signatory = (await create('/signatory', { transaction, full_name: entity, is_org: true })).uuid;
    const representative = { signatory: jane, title: 'President' };
    const auth_rep = (await create(`/signatory/${signatory}/representative`, representative)).uuid;
    const page = (await create('/assignments/assignment', { item, signatory, auth_rep })).item_page_uuid;
    await client.patch(`/transactions/signature_page/${page}`, { font });
    pages.push({ document, entity, page });
  }
  return { client, transaction, pages };
}

async function openEditor(
  { page, url }: Person,
  transaction: string,
  { page: uuid, document }: PreparedPage,
) {
  await page.goto(`${url}/transaction/${transaction}/signature-pages/${uuid}`);
  const sheet = page.getByRole('img', { name: 'Sheet 1 of 1' });
  await expect.poll(async () => sheet.locator('desc').textContent(), WAIT).toContain(document);
  return sheet;
}

/** Lets the browser draw the open sheet, alone and enlarged. */
async function onScreen({ page }: Person, width: number, height: number): Promise<Picture> {
  const size = { width: width * SCALE, height: height * SCALE };
  await page.setViewportSize(size);
  await page.evaluate(({ width: columns }) => {
    const drawn = document.querySelector('svg[aria-label="Sheet 1 of 1"]')?.cloneNode(true);
    if (!(drawn instanceof SVGElement)) throw new Error('No sheet is open.');
    Object.assign(drawn.style, { position: 'fixed', inset: '0', zIndex: '9999', width: `${columns}px` });
    document.body.append(drawn);
  }, size);
  const picture = sharp(await page.screenshot())
    .removeAlpha()
    .toColorspace('b-w');
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { gray: new Uint8Array(data), columns: info.width, rows: info.height };
}

test('the browser draws sheets as they are in the PDF, to within half a point', async ({
  person,
  counterpart,
}) => {
  const { client, transaction, pages } = await preparePages(counterpart);
  await person.signIn();
  for (const prepared of pages) {
    const { document, entity, page } = prepared;
    const rows: { uuid: string }[] = (
      await client.get(`/transactions/signature_page?transaction=${transaction}`)
    ).body;
    const { sheets } = await layOut({
      design: rows.find(({ uuid }) => uuid === page) ?? {},
      signers: [signer(entity, human('Jane Doe', 'President'))],
      values: { document_name: document },
    });
    const [sheet] = sheets;
    if (!sheet) throw new Error('The page has no sheet.');
    const answer = await client.get(`/transactions/signature_page/${page}/pdf`);
    // Only the browser can resolve the name of the file store.
    const store = /files\.localhost:80 ([\d.:]+)/.exec(counterpart.hosts)?.[1] ?? '';
    const file = await fetch(answer.body.redirect_url.replace(/\/\/[^/]+/, `//${store}`));
    const [paper] = await seePdf(new Uint8Array(await file.arrayBuffer()), SCALE);
    if (!paper) throw new Error('The PDF has no page.');
    await openEditor(person, transaction, prepared);
    const screen = await onScreen(person, sheet.width, sheet.height);
    const areas = areasOf(sheet);
    expect(areas.length).toBeGreaterThan(6);
    for (const { what, ...area } of areas)
      expect(inkApart(screen, paper, area, SCALE), `${document}: ${what}`).toBeLessThanOrEqual(0.5);
  }
});
