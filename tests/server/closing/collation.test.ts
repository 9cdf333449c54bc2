import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { neededKeys } from '../../../server/purge/needed-objects.ts';
import { contentOf, pdfKey } from '../../../server/storage/object-keys.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { addFiledItem } from '../support/deal-with-rows.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal, type DealTeam } from '../signing/deal-team.ts';
import { openDesk, type RoomDesk } from '../signing/room-desk.ts';
import { releaseItems } from './release-items.ts';

const run = promisify(execFile);

let folder: string;
let server: TestServer;
let client: TestClient;
let team: DealTeam;
let mailbox: MailCatcher;
let desk: RoomDesk;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterpart-collation-'));
  await run('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
  desk = openDesk(server, mailbox);
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  team = await openDeal(server, client);
});

/** A lease of three pages, of which the second has a signature line for Jane Doe. */
async function addLease() {
  const filed = await addFiledItem(server, client, team.deal, [1, 2, 3]);
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const number of [1, 2, 3]) {
    const page = pdf.addPage([612, 792]);
    page.drawText(`Lease, page ${number}`, { x: 72, y: 700, size: 12, font });
    if (number === 2) page.drawText('By: ______________________________', { x: 72, y: 300, size: 12, font });
    if (number === 2) page.drawText('Name: Jane Doe', { x: 72, y: 284, size: 12, font });
  }
  const bytes = await pdf.save();
  const key = pdfKey(createHash('sha256').update(bytes).digest('hex'));
  await server.services.objects.put(key, bytes);
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key, num_pages: 3 })
    .where('uuid', '=', filed.document)
    .execute();
  await client.post(`/transactions/item/${filed.filed}/mark_page_for_signing`, {
    page_uuid: filed.pages[1],
    for_signing: true,
  });
  return { item: filed.filed, page: filed.pages[1] ?? '' };
}

/** The person signs everything that they are assigned, and it is accepted. */
async function sign(signatory: string, email: string) {
  const packet = await desk.make(team, { signatories: [signatory] });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish');
  const assignments = (await team.list('/packet')).find(({ uuid }) => uuid === packet)?.['assignments'];
  await client.post('/assignments/assignment/bulk_accept', { assignments });
  return packet;
}

async function collated(item: string) {
  await expect
    .poll(async () => (await client.get(`/transactions/item/${item}`)).body.collation, { timeout: 30_000 })
    .toBe('done');
  const { body } = await client.get(`/transactions/item/${item}`);
  const { status, headers } = await client.get(body.executed_pdf_url.replace('/api', ''));
  expect(status).toBe(302);
  const file = await fetch(headers.get('location') ?? '');
  return { row: body, pdf: new Uint8Array(await file.arrayBuffer()) };
}

describe('an executed document', () => {
  test('has the signed pages in the place of the blank ones, with the effective date, and one valid seal', async () => {
    const { item, page } = await addLease();
    const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
    const john = await team.person('John Roe', { email: 'john@alpha.test' });
    const first = await team.assign(item, jane, { item_page_uuid: page });
    await team.assign(item, john);
    const field = { tab_type: 'effective_date', x_position: 0.5, y_position: 0.8, width: 0.3, height: 0.03 };
    await client.post('/tab', { assignment: first.uuid, ...field });
    await sign(jane, 'jane@alpha.test');
    await sign(john, 'john@alpha.test');

    expect(await releaseItems(server, team.deal, [item], '2026-12-01')).toEqual([item]);
    const { row, pdf } = await collated(item);
    const pages = await seePdf(pdf);
    expect(row).toMatchObject({ executed_num_pages: 4, executed_size: pdf.byteLength });
    expect(pages).toHaveLength(4);
    const [one, two, three, four] = pages.map(({ text }) => text);
    expect(one).toContain('Lease, page 1');
    expect(two).toContain('Lease, page 2');
    expect(two).toContain('CP-');
    expect(two).toContain('December 1, 2026');
    expect(three).toContain('Lease, page 3');
    expect(four).toContain('John Roe');
    expect(four).not.toContain('December 1, 2026');
    const seen = await pdfsig(pdf);
    expect(seen.match(/Signature #/g)).toHaveLength(1);
    expect(seen).toContain('Signature Validation: Signature is Valid.');
    expect(seen).toContain('Total document signed');
    const content = contentOf(`pdf/${row.executed_pdf_url.split('/')[4]}`);
    expect((await neededKeys(server.services.db, [content])).files).toContain(pdfKey(content));
  });
});

/** What `pdfsig` says of a file. It exits with 0 even if the file was changed, so its words count. */
async function pdfsig(file: Uint8Array): Promise<string> {
  const path = join(folder, 'seen.pdf');
  await writeFile(path, file);
  const { stdout } = await run('pdfsig', ['-nssdir', `sql:${folder}`, path]);
  return stdout;
}
