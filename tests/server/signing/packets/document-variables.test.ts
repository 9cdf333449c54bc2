import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sampleDocx } from '../../../../server/convert/sample-documents.ts';
import { wordToPdf } from '../../../../server/convert/word-to-pdf.ts';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
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
  await switchTo(true);
});

async function switchTo(is_active: boolean): Promise<void> {
  const flag = { name: 'DOCUMENT_VARS', transaction: team.deal, is_active, set_at: new Date() } as const;
  await setFeature(server.services.db, flag);
}

/** The text of the first page: it is as long as its paper. */
const BODY = ['Subscription Agreement', ...Array.from({ length: 40 }, (_, at) => `Clause ${at + 1}.`)];
const PAGE_BREAK = '</w:t></w:r></w:p><w:p><w:r><w:br w:type="page"/></w:r><w:r><w:t>';
/** A key that Word has split into runs. */
const AMOUNT = '{{Am</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>ount}';
const SIGNATURE = [
  `${PAGE_BREAK}Signature page of {{document_name}}`,
  `Commitment: ${AMOUNT}} payable in {{Currency}}`,
  'By: ______________________________',
  'Name: Jane Doe',
  'End of the page.',
];

/** By the hash of the Word file: most tests have the same one. */
const converted = new Map<string, Promise<Buffer>>();

function pdfOf(docx: Uint8Array): Promise<Buffer> {
  const sha256 = createHash('sha256').update(docx).digest('hex');
  const pdf = converted.get(sha256) ?? convert(docx);
  converted.set(sha256, pdf);
  return pdf;
}

async function convert(docx: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'word-'));
  try {
    const [sourcePath, pdfPath] = [join(folder, 'source'), join(folder, 'made.pdf')];
    await writeFile(sourcePath, docx);
    await wordToPdf({ kind: 'docx', sourcePath, pdfPath, sofficePath: null });
    return await readFile(pdfPath);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A Word document whose second page is marked for signing. */
async function addSubscription(signature: readonly string[] = SIGNATURE, body: readonly string[] = BODY) {
  const filed = await addFiledItem(server, client, team.deal, [1, 2]);
  const { db, objects } = server.services;
  const { file_key } = await db
    .selectFrom('documents')
    .select('file_key')
    .where('uuid', '=', filed.document)
    .executeTakeFirstOrThrow();
  const docx = sampleDocx([...body, ...signature]);
  const pdf = await pdfOf(docx);
  const key = pdfKey(createHash('sha256').update(pdf).digest('hex'));
  await objects.put(key, pdf);
  await objects.put(file_key, docx);
  await db
    .updateTable('documents')
    .set({ pdf_file_key: key, num_pages: 2, file_type: 'docx', has_variables: true })
    .where('uuid', '=', filed.document)
    .execute();
  const [, page] = filed.pages;
  await client.post(`/transactions/item/${filed.filed}/mark_page_for_signing`, {
    page_uuid: page,
    for_signing: true,
  });
  return { item: filed.filed, pages: filed.pages, page: { item_page_uuid: page }, word: file_key };
}

async function setValues(values: readonly (readonly [signatory: string, key: string, value: string])[]) {
  const names = [...new Set(values.map(([, key]) => key))];
  const { body: keys } = await client.post('/transactions/custom_key/bulk_create', {
    transaction: team.deal,
    custom_keys: names.map((key) => ({ key })),
  });
  const idOf = new Map(keys.map(({ key, uuid }: { key: string; uuid: string }) => [key, uuid]));
  for (const [signatory, key, value] of values) {
    const row = { signatory, custom_key: idOf.get(key), value };
    const answer = await client.post('/transactions/custom_value', { transaction: team.deal, ...row });
    expect(answer.status, answer.text).toBe(201);
  }
}

async function made(packet: string): Promise<{ pages: string[]; warnings: unknown }> {
  const { body } = await client.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  const pages = (await seePdf(bytes, 1)).map(({ text }) => text.replaceAll(/\s+/g, ' '));
  const row = (await team.list('/packet')).find(({ uuid }) => uuid === packet);
  return { pages, warnings: row?.['warnings'] };
}

test('a marked page of a Word file has each signatory’s values, also where Word has split a field', async () => {
  const [jane, john] = [await team.person('Jane Doe'), await team.person('John Roe')];
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await team.assign(item, john, page);
  await setValues([
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
    [john, 'Amount', '£2,000 & more'],
    [john, 'Currency', 'pounds'],
  ]);
  const ofJane = await made(await desk.make(team, { signatories: [jane] }));
  expect(ofJane.pages).toHaveLength(1);
  expect(ofJane.pages[0]).toContain('Signature page of Lease');
  expect(ofJane.pages[0]).toContain('Commitment: $5,000,000 payable in US dollars By: ____');
  expect(ofJane.warnings).toEqual([]);
  const ofJohn = await made(await desk.make(team, { signatories: [john] }));
  expect(ofJohn.pages[0]).toContain('Commitment: £2,000 & more payable in pounds');
});

test('a value that is missing is a line to fill in, and a warning names it', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await setValues([[jane, 'Amount', '$5,000,000']]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toMatch(/Commitment: \$5,000,000 payable in _+ By:/);
  expect(warnings).toEqual(['Lease: “Currency” has no value for Jane Doe.']);
});

test('a person who signs for two entities with different values gets a page for each', async () => {
  const jane = await team.person('Jane Doe');
  const funds = [await team.entity('Alder Fund'), await team.entity('Birch Fund')] as const;
  const { item, page } = await addSubscription();
  for (const fund of funds) {
    await team.relation(fund, jane);
    await team.assign(item, fund, page);
  }
  await setValues([
    [funds[0], 'Amount', '$1'],
    [funds[1], 'Amount', '$2'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages.map((text) => /\$\d/.exec(text)?.[0])).toEqual(['$1', '$2']);
});

test('values on the pages before don’t move another page into the packet', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription(SIGNATURE, [...BODY, 'Address: {{Address}}']);
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Address', Array.from({ length: 30 }, (_, at) => `Line ${at}`).join('\n')],
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Commitment: $5,000,000');
  expect(warnings).toEqual([
    'Lease: the document also has {{…}} fields on other pages, which aren’t filled in.',
  ]);
});

test('values that don’t fit on the page leave it as it is, and a warning says so', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Amount', 'more\n'.repeat(60)],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toContain(
    'Lease: the {{…}} fields on page 2 aren’t filled in for Jane Doe, because the page can’t be told from others, or no longer fits on one page. Shorten the values, or change the page in the Word file.',
  );
});

test('a file that can’t be filled in leaves its page as it is, and a warning says so', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page, word } = await addSubscription();
  await team.assign(item, jane, page);
  await server.services.objects.put(word, Buffer.from('This is no Word file.'));
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toContain('Lease: the {{…}} fields on page 2 couldn’t be filled in for Jane Doe.');
});

test('a file with several pages to sign is filled in once for each set of values', async () => {
  const jane = await team.person('Jane Doe');
  const body = ['Fee letter about {{Amount}}', 'By: ______________________________', 'Name: Jane Doe'];
  const { item, page, pages, word } = await addSubscription(SIGNATURE, body);
  const mark = { page_uuid: pages[0], for_signing: true };
  expect((await client.post(`/transactions/item/${item}/mark_page_for_signing`, mark)).status).toBe(200);
  await team.assign(item, jane, { item_page_uuid: pages[0] });
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const read = vi.spyOn(server.services.objects, 'get');
  const packet = await desk.make(team, { signatories: [jane] });
  const times = read.mock.calls.filter(([key]) => key === word).length;
  read.mockRestore();
  expect(times).toBe(1);
  const { pages: filled, warnings } = await made(packet);
  expect(filled.map((text) => text.includes('$5,000,000'))).toEqual([true, true]);
  expect(warnings).toEqual([]);
});

test('a page that differs from another one only in its fields stays as it is', async () => {
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription([...SIGNATURE, ...SIGNATURE]);
  await team.assign(item, jane, page);
  await setValues([
    [jane, 'Amount', '$5,000,000'],
    [jane, 'Currency', 'US dollars'],
  ]);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toContainEqual(expect.stringContaining('because the page can’t be told from others'));
});

test('without the feature, the page stays as it is and the warning says that the document has fields', async () => {
  await switchTo(false);
  const jane = await team.person('Jane Doe');
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  const { pages, warnings } = await made(await desk.make(team, { signatories: [jane] }));
  expect(pages[0]).toContain('{{Amount}}');
  expect(warnings).toEqual(['Lease: the document still has {{…}} fields that haven’t been filled in.']);
});

test('a packet isn’t sent once a value on its page has changed', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane.value@alpha.test' });
  const { item, page } = await addSubscription();
  await team.assign(item, jane, page);
  await setValues([[jane, 'Amount', '$5,000,000']]);
  const packet = await desk.make(team, { signatories: [jane] });
  await setValues([[jane, 'Currency', 'US dollars']]);
  expect((await client.post(`/packet/${packet}/send`, {})).status).toBe(422);
});
