import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setFeature } from '../../../../server/store/account/features.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { readSheet } from '../../../support/signing/read-sheet.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { Answer, TestClient } from '../../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk } from '../room/room-desk.ts';

const FORMULA = '=HYPERLINK("http://evil.test","Jane")';
const FUND = 'شركة الخليج للاستثمار';
const CHINESE = '李明';
const LONG = `Agreement ${'on the sale and purchase of shares '.repeat(8)}and more`.padEnd(300, '.');
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

let mailbox: MailCatcher;
let server: TestServer;
let client: TestClient;
let counsel: TestClient;
let team: DealTeam;
let path: string;
/** All tests read the same deal, which the first one fills, because polling works only inside a test. */
let filling: Promise<void> | null = null;

beforeAll(async () => {
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
  counsel = await server.signIn('counsel@outside.test');
  team = await openDeal(server, client);
  path = `/transactions/transaction/${team.deal}`;
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
});

/**
 * A person whose name looks like a formula signs two documents: one is accepted, and one permanently
 * rejected. A person with a Chinese name was sent one three days ago, and reminded. Nobody signs for the fund
 * yet.
 */
async function fillDeal(): Promise<void> {
  const { db } = server.services;
  const desk = openDesk(server, mailbox);
  const header = (await client.post('/transactions/element', { transaction: team.deal, label: 'Main' })).body;
  const place = async (name: string) => {
    const item = await team.item(name);
    const elements = await team.list('/transactions/element');
    const own = elements.find((each) => each['item'] === item)?.uuid ?? '';
    await client.patch('/transactions/element/bulk_update', {
      element_uuids: [own],
      parent_element: header.uuid,
    });
    return item;
  };
  const spa = await place(LONG);
  const nda = await place('@NDA');
  const email = `jane-${v7()}@alpha.test`;
  const jane = await team.person(FORMULA, { email });
  const li = await team.person(CHINESE, { email: `li-${v7()}@alpha.test` });
  const fund = await team.entity(FUND);
  const signed = await team.assign(spa, jane);
  const rejected = await team.assign(nda, jane);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish');
  await client.post('/assignments/assignment/bulk_accept', { assignments: [signed.uuid] });
  await client.post(`/assignments/assignment/${rejected.uuid}/reject`, { reason: 'x', send_again: false });
  const out = await team.assign(spa, li, { item_page_uuid: signed.item_page_uuid });
  const sent = await desk.make(team, { assignments: [out.uuid] });
  await client.post(`/packet/${sent}/send`, {});
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000 - 60_000);
  await db.updateTable('packets').set({ sent_at: threeDaysAgo }).where('uuid', '=', sent).execute();
  expect((await client.post(`/signatory/${li}/send_reminder`)).status).toBe(204);
  await team.assign(nda, fund);
}

const filled = () => (filling ??= fillDeal());

async function fileOf(answer: Answer): Promise<{ bytes: Uint8Array; type: string; name: string }> {
  expect(answer.status, answer.text).toBe(302);
  const file = await fetch(answer.body.redirect_url);
  return {
    bytes: await file.bytes(),
    type: file.headers.get('content-type') ?? '',
    name: file.headers.get('content-disposition') ?? '',
  };
}

const turnManifest = async (is_active: boolean) =>
  setFeature(server.services.db, {
    name: 'SIG_MANIFEST_EXPORT',
    transaction: team.deal,
    is_active,
    set_at: new Date(),
  });

test('the status report has a row for each signature, with real dates, and no name becomes a formula', async () => {
  await filled();
  const { bytes, type, name } = await fileOf(await client.get(`${path}/signing_status_report`));
  expect(type).toContain('spreadsheetml');
  expect(name).toContain('Project Alder signing status.xlsx');
  const [head, ...rows] = await readSheet(bytes);
  expect(head).toEqual([
    'Signatory',
    'Capacity',
    'No.',
    'Document',
    'Page',
    'Status',
    'Sent (UTC)',
    'Viewed (UTC)',
    'Signed or returned (UTC)',
    'Accepted (UTC)',
    'Days out',
    'Last reminder (UTC)',
  ]);
  const time = expect.stringMatching(TIME);
  const page = 'Signature page 1';
  expect(rows).toEqual([
    [FORMULA, FORMULA, 'Tab 1', LONG, page, 'Executed, held for release', time, time, time, time, '', ''],
    [CHINESE, CHINESE, 'Tab 1', LONG, page, 'Sent', time, '', '', '', '3', time],
    [FORMULA, FORMULA, 'Tab 2', '@NDA', page, 'Rejected', time, time, time, '', '', ''],
    [FUND, FUND, 'Tab 2', '@NDA', expect.any(String), 'Assigned', '', '', '', '', '', ''],
  ]);
});

test('the matrix has the documents under their headers by the signatories, with each status in words', async () => {
  await filled();
  const { bytes } = await fileOf(await client.get(`${path}/signing_matrix_report`));
  expect(await readSheet(bytes)).toEqual([
    ['No.', 'Document', FORMULA, CHINESE, FUND],
    ['I', 'Main', '', '', ''],
    ['Tab 1', LONG, 'Executed, held for release', 'Sent', ''],
    ['Tab 2', '@NDA', 'Rejected', '', 'Assigned'],
  ]);
});

test('the headings of the reports stay visible while scrolling', async () => {
  await filled();
  for (const report of ['signing_status_report', 'signing_matrix_report']) {
    const { bytes } = await fileOf(await client.get(`${path}/${report}`));
    const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)]))).getEntries();
    const sheet = entries.find(({ filename }) => filename === 'xl/worksheets/sheet1.xml');
    const xml = sheet && !sheet.directory ? await sheet.getData(new TextWriter()) : '';
    expect(xml, report).toMatch(/<pane [^>]*ySplit="1"[^>]* state="frozen"\/>/);
  }
});

test('the manifest has a row for each required signature, as CSV that is safe to open and as PDF in every script', async () => {
  await filled();
  await turnManifest(true);
  const csv = await fileOf(await client.post(`${path}/sig-manifest-export`, { format: 'csv' }));
  expect(csv.type).toContain('text/csv');
  const rows = await readSheet(csv.bytes, 'csv');
  expect(rows.map((row) => row.slice(0, 9))).toEqual([
    ['No.', 'Document', 'Page', 'Party', 'Signatory', 'Capacity', 'Email address', 'Needed', 'Status'],
    [
      'Tab 1',
      LONG,
      'Signature page 1',
      `'${FORMULA}`,
      `'${FORMULA}`,
      `'${FORMULA}`,
      expect.stringContaining('jane-'),
      '',
      'Executed, held for release',
    ],
    [
      'Tab 1',
      LONG,
      'Signature page 1',
      CHINESE,
      CHINESE,
      CHINESE,
      expect.stringContaining('li-'),
      '',
      'Sent',
    ],
    ['Tab 2', "'@NDA", expect.any(String), FUND, '', FUND, '', '', 'Assigned'],
  ]);
  const pdf = await fileOf(await client.post(`${path}/sig-manifest-export`, { format: 'pdf' }));
  expect([pdf.type, pdf.name]).toEqual([
    'application/pdf',
    expect.stringContaining('signature manifest.pdf'),
  ]);
  const [page] = await seePdf(pdf.bytes, 1);
  for (const text of [
    'Signature manifest',
    'Project Alder',
    '1 of 3 signatures executed',
    // The words of a right-to-left name are extracted one by one.
    ...FUND.split(' '),
    CHINESE,
    'Page 1 of 1',
  ])
    expect(page?.text).toContain(text);
});

test('the status report and the manifest say who declined, until they are asked again', async () => {
  const own = await openDeal(server, client);
  const desk = openDesk(server, mailbox);
  const email = `ann-${v7()}@alpha.test`;
  const ann = await own.person('Ann Lee', { email });
  const { uuid } = await own.assign(await own.item('Lease'), ann);
  const packet = await desk.make(own, { signatories: [ann] });
  const token = await desk.send(own, packet, email);
  expect((await desk.act(token, 'decline', { reason: 'Wrong rent.' })).status).toBe(200);
  const report = `/transactions/transaction/${own.deal}/signing_status_report`;
  const statuses = async () => {
    const { bytes } = await fileOf(await client.get(report));
    return (await readSheet(bytes)).slice(1).map((row) => row[5]);
  };
  expect(await statuses()).toEqual(['Declined']);
  await desk.make(own, { assignments: [uuid] });
  expect(await statuses()).toEqual(['In packet']);
});

test('without its feature, nobody gets the manifest', async () => {
  await filled();
  await turnManifest(false);
  const answer = await client.post(`${path}/sig-manifest-export`, { format: 'csv' });
  expect([answer.status, answer.body.error_message]).toEqual([
    403,
    'The signature manifest is turned off. Ask your Counterpart operator to turn it on.',
  ]);
});

test('a participant who can only view the deal can export, others get nothing, and each export is in the audit log', async () => {
  await filled();
  const calls = [`${path}/signing_status_report`, `${path}/signing_matrix_report`];
  for (const each of calls) expect((await counsel.get(each)).status).toBe(404);
  expect((await counsel.post(`${path}/sig-manifest-export`, {})).status).toBe(404);
  await addParticipant(server, team.deal, 'counsel@outside.test');
  await server.services.db
    .updateTable('participants')
    .set({ access: 'view' })
    .where('transaction', '=', team.deal)
    .where('user_uuid', '=', (await counsel.get('/authentication/user/me')).body.uuid)
    .execute();
  await turnManifest(true);
  for (const each of calls) expect((await counsel.get(each)).status).toBe(302);
  expect((await counsel.post(`${path}/sig-manifest-export`, {})).status).toBe(302);
  const acts = await server.services.db
    .selectFrom('audit_log')
    .select('detail')
    .where('act', '=', 'report.exported')
    .where('actor', '=', (await counsel.get('/authentication/user/me')).body.uuid)
    .orderBy('at')
    .execute();
  expect(acts.map(({ detail }) => detail)).toEqual([
    { kind: 'signing_status' },
    { kind: 'signing_matrix' },
    { kind: 'signature_manifest' },
  ]);
});

test('an unknown format of the manifest is refused', async () => {
  await filled();
  const answer = await client.post(`${path}/sig-manifest-export`, { format: 'docx' });
  expect(answer.status).toBe(422);
});
