import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { purgeDeal } from '../../../server/jobs/purge-deal-job.ts';
import { frequentSweeps } from '../../../server/jobs/sweep-often.ts';
import { resumeCollations, retryGivenUp } from '../../../server/jobs/signing/resume-collations.ts';
import { checkLedger } from '../../../server/signing/executed/check-ledger.ts';
import { neededKeys } from '../../../server/purge/needed-objects.ts';
import { collateItemKind } from '../../../server/queue/job-kinds.ts';
import { pendingJobs } from '../../../server/queue/pending-jobs.ts';
import { contentOf, pdfKey } from '../../../server/storage/object-keys.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { pdfsig } from '../../support/signing/verifiers.ts';
import { addFiledItem } from '../support/deal-with-rows.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal, type DealTeam } from '../signing/deal-team.ts';
import { printPacket, scanAll, uploadScan } from '../signing/packets/returned-scans.ts';
import { openDesk } from '../signing/room/room-desk.ts';
import { openClosing, type ClosingTeam } from './closing-team.ts';
import { releaseItems } from './release-items.ts';

let server: TestServer;
let client: TestClient;
let team: DealTeam;
let mailbox: MailCatcher;
let closing: ClosingTeam;

beforeAll(async () => {
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
});
beforeEach(async () => {
  team = await openDeal(server, client);
  closing = openClosing(server, team, openDesk(server, mailbox));
});

describe('an executed document', () => {
  test('has the signed pages in the place of the blank ones, with the effective date, and one valid seal', async () => {
    const { item, page } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
    const john = await team.person('John Roe', { email: 'john@alpha.test' });
    const first = await team.assign(item, jane, { item_page_uuid: page });
    await closing.assignBehind(item, john);
    const field = { tab_type: 'effective_date', x_position: 0.5, y_position: 0.8, width: 0.3, height: 0.03 };
    await client.post('/tab', { assignment: first.uuid, ...field });
    await closing.sign(jane, 'jane@alpha.test');
    await closing.sign(john, 'john@alpha.test');

    const load = vi.spyOn(PDFDocument, 'load');
    expect(await releaseItems(server, team.deal, [item], '2026-12-01')).toEqual([item]);
    const { row, pdf } = await closing.collated(item);
    // Sealing doesn't parse it in the process that responds to requests.
    expect(load.mock.calls.filter(([, options]) => options?.forIncrementalUpdate === true)).toEqual([]);
    load.mockRestore();
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
    // The packets' own seals are not included.
    expect(sealsIn(pdf)).toBe(1);
    const content = contentOf(`pdf/${row.executed_pdf_url.split('/')[4]}`);
    expect((await neededKeys(server.services.db, [content])).files).toContain(pdfKey(content));
  });

  test('is never made from a version other than the one that was signed', async () => {
    const { item, page } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@beta.test' });
    await team.assign(item, jane, { item_page_uuid: page });
    await closing.sign(jane, 'jane@beta.test');
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    const { body: release } = await client.post('/transactions/release', {
      transaction: team.deal,
      items: [item],
    });
    const act = async (name: string) => client.post(`/transactions/release/${release.uuid}/${name}`, {});
    const { db } = server.services;
    const setDocument = async (document: string | null) =>
      db.updateTable('items').set({ document }).where('uuid', '=', item).execute();
    const { document: signed } = await db
      .selectFrom('items')
      .select('document')
      .where('uuid', '=', item)
      .executeTakeFirstOrThrow();
    await act('confirm');
    await setDocument((await addFiledItem(server, client, team.deal, [1])).document);
    const refused = await act('release');
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'These changed after they were sent for signature: “Lease” (version 1 was signed). Make the signed version current again, or request new signatures.',
    ]);
    await setDocument(signed);
    expect((await act('release')).status).toBe(200);
  });

  test('says under its seal how long the ledger was, which reveals lines removed from its end', async () => {
    const { item, page } = await closing.lease('Lease');
    const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Signed in ink');
    const { services } = server;
    const { document } = (await client.get(`/transactions/item/${item}`)).body;
    const version = { assignment: uuid, transaction: team.deal, document };
    await services.db.insertInto('signed_versions').values(version).execute();
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    const asked = { transaction: team.deal, items: [item] };
    const release = (await client.post('/transactions/release', asked)).body.uuid;
    await client.post(`/transactions/release/${release}/confirm`, {});
    await client.post(`/transactions/release/${release}/release`, {});
    const seen = await pdfsig((await closing.collated(item)).pdf);
    expect(seen).toContain('Signature Validation: Signature is Valid.');
    const check = async () => checkLedger(services, team.deal);
    const before = await check();
    expect(before).toMatchObject({ lines: 4, sealedIn: 1, faults: [] });

    await services.db
      .deleteFrom('ledger_entries')
      .where('transaction', '=', team.deal)
      .where('seq', '=', 4)
      .execute();
    expect((await check())?.faults[0]).toBe('Lines are missing from the end of the ledger.');
    const last = await services.db
      .selectFrom('ledger_entries')
      .select(['seq', 'hash'])
      .where('transaction', '=', team.deal)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    await services.db
      .updateTable('transactions')
      .set({ ledger_lines: last.seq, ledger_hash: last.hash })
      .where('uuid', '=', team.deal)
      .execute();
    expect((await check())?.faults).toEqual([
      'The ledger is missing lines it had when the executed document for “Lease” was sealed.',
    ]);
  });

  test('has the scans of pages that were signed on paper', async () => {
    const { item, page } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe');
    const { uuid } = await team.assign(item, jane, { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Scan of page 2, signed in ink');
    await releaseItems(server, team.deal, [item]);
    const pages = await seePdf((await closing.collated(item)).pdf);
    expect(pages.map(({ text }) => text)).toEqual([
      'Lease, page 1',
      'Scan of page 2, signed in ink',
      'Lease, page 3',
    ]);
  });

  test('has every sheet of a signature page as it came back on paper, and a missing sheet is a warning before the page is accepted', async () => {
    const { item } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@delta.test' });
    const { uuid, item_page_uuid } = await closing.assignBehind(item, jane);
    const content = Array.from({ length: 40 }, (_, n) => `Line ${n}.`);
    const lead = { id: 'lead-in', kind: 'lead_in', content };
    await client.patch(`/transactions/signature_page/${item_page_uuid}`, { blocks: [lead] });
    const packet = await openDesk(server, mailbox).make(team, { signatories: [jane] });
    const [text, signature] = await printPacket(client, packet);
    const upload = async (sheet: typeof text) =>
      (await uploadScan(client, team.deal, await scanAll([sheet!]))).pages[0];
    const page = await upload(signature);
    const warnings = async () => {
      const pages = await team.list('/transactions/executed_document_page');
      return pages.find((each) => each.uuid === page.uuid)?.['warnings'];
    };
    await expect.poll(warnings).toEqual(expect.not.arrayContaining(['not_compared']));
    expect(await warnings()).toContain('missing_sheet');

    const further = await upload(text);
    expect(further).toMatchObject({ assignments: [], outcome: 'continuation', candidates: [uuid] });
    expect(await warnings()).not.toContain('missing_sheet');
    expect(await upload(text)).toMatchObject({ assignments: [], outcome: 'second_scan' });
    const listed = await team.list('/transactions/executed_document_page');
    const shown = listed.filter((each) => [page.uuid, further.uuid].includes(each.uuid));
    const accept = async (pages: typeof shown) =>
      client.post(`/assignments/assignment/${uuid}/accept`, {
        pages: pages.map((each) => ({ uuid: each.uuid, version: each['version'] })),
      });
    expect((await accept(shown.filter((each) => each.uuid === page.uuid))).status).toBe(422);
    const accepted = await accept(shown);
    expect(accepted.status, accepted.text).toBe(200);
    const deleted = await client.delete(`/transactions/executed_document/${further.executed_document}`);
    expect(deleted.status).toBe(422);

    await releaseItems(server, team.deal, [item]);
    const pages = (await seePdf((await closing.collated(item)).pdf)).slice(3);
    // Scans have no text. The sheet as it was sent has some.
    expect(pages.map((each) => each.text.trim())).toEqual(['', '']);
  });

  test('has the notary acknowledgment page after the signed page, and the notary’s own form can replace it', async () => {
    const { item, page: marked } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@epsilon.test' });
    const { uuid } = await team.assign(item, jane, { item_page_uuid: marked });
    await client.patch(`/assignments/assignment/${uuid}`, { requires_notary: true });
    const packet = await openDesk(server, mailbox).make(team, { signatories: [jane] });
    const [signature, acknowledgment] = await printPacket(client, packet);
    const upload = async (bytes: Uint8Array) => (await uploadScan(client, team.deal, bytes)).pages[0];
    const page = await upload(await scanAll([signature!]));
    expect(page).toMatchObject({ assignments: [uuid] });
    const warnings = async () => {
      const pages = await team.list('/transactions/executed_document_page');
      return pages.find((each) => each.uuid === page.uuid)?.['warnings'];
    };
    await expect.poll(warnings).toEqual(expect.not.arrayContaining(['not_compared']));
    expect(await warnings()).toContain('missing_sheet');

    const form = await PDFDocument.create();
    form.addPage([612, 792]).drawText('Certificate of the notary', { x: 72, y: 700, size: 12 });
    const own = await upload(await form.save());
    expect(own).toMatchObject({ outcome: 'no_code' });
    const code = /CP-[A-Z2-7]{16}/.exec(acknowledgment?.text.replaceAll(/\s/g, '') ?? '')?.[0];
    const typed = await client.patch(`/transactions/executed_document_page/${own.uuid}`, { code });
    expect(typed.body, typed.text).toMatchObject({ outcome: 'continuation', candidates: [uuid] });
    expect(await warnings()).not.toContain('missing_sheet');

    const listed = await team.list('/transactions/executed_document_page');
    const pages = listed.map((each) => ({ uuid: each.uuid, version: each['version'] }));
    const accepted = await client.post(`/assignments/assignment/${uuid}/accept`, { pages });
    expect(accepted.status, accepted.text).toBe(200);
    await releaseItems(server, team.deal, [item]);
    const texts = (await seePdf((await closing.collated(item)).pdf)).map(({ text }) => text.trim());
    // The signed page is a scan without text.
    expect(texts).toEqual(['Lease, page 1', '', 'Certificate of the notary', 'Lease, page 3']);
  });

  test('is made once, however often its job runs, and again after another release', async () => {
    const { item, page } = await closing.lease('Lease');
    const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Signed in ink');
    await releaseItems(server, team.deal, [item]);
    const { row: first } = await closing.collated(item);
    const { services } = server;
    await services.db
      .transaction()
      .execute(async (tx) => services.jobs.enqueue(tx, collateItemKind, { item, requested_at: null }));
    await releaseItems(server, team.deal, [item], '2026-12-01');
    const { row: second } = await closing.collated(item);
    expect(second.executed_pdf_url).not.toBe(first.executed_pdf_url);
    expect((await client.get(first.executed_pdf_url.replace('/api', ''))).status).toBe(404);
  });

  test('is in the archive of a purged deal, and stays in the store as evidence', async () => {
    const { item, page } = await closing.lease('Lease');
    const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Signed in ink');
    await releaseItems(server, team.deal, [item]);
    const { row, pdf } = await closing.collated(item);
    const { services } = server;
    // The uploaded file is itself the PDF.
    await services.db
      .updateTable('documents')
      .set((was) => ({
        file_key: was.ref('pdf_file_key').$notNull(),
        sha256: sql`split_part(pdf_file_key, '/', 2)`,
      }))
      .where('transaction', '=', team.deal)
      .execute();
    await services.db
      .updateTable('transactions')
      .set({ purge_approved_at: new Date() })
      .where('uuid', '=', team.deal)
      .execute();
    await purgeDeal(services, { deal: team.deal, asked_at: null }, AbortSignal.timeout(30_000));
    const { archive_key: key } = await services.db
      .selectFrom('transactions')
      .select('archive_key')
      .where('uuid', '=', team.deal)
      .executeTakeFirstOrThrow();
    const zip = new ZipReader(
      new BlobReader(new Blob([await buffer(await services.objects.get(key ?? ''))])),
    );
    const entry = (await zip.getEntries()).find(({ filename }) => filename.startsWith('Executed documents/'));
    if (!entry || entry.directory) throw new Error('The archive has no executed document.');
    expect(entry.filename).toMatch(/^Executed documents\/\d+ Lease\.pdf$/);
    expect(Buffer.from(await entry.getData(new Uint8ArrayWriter())).equals(pdf)).toBe(true);
    expect(await services.objects.stat(`pdf/${row.executed_pdf_url.split('/')[4]}`)).not.toBeNull();
  });

  test('is not made from a file that came after the signatures', async () => {
    const item = await team.item('Side Letter');
    const jane = await team.person('Jane Doe', { email: 'jane@epsilon.test' });
    await team.assign(item, jane);
    await closing.sign(jane, 'jane@epsilon.test');
    await releaseItems(server, team.deal, [item]);
    const { document } = await addFiledItem(server, client, team.deal, [1]);
    await server.services.db.updateTable('items').set({ document }).where('uuid', '=', item).execute();
    await resumeCollations(server.services);
    const collation = await server.services.db
      .selectFrom('collations')
      .select('requested_at')
      .where('item', '=', item)
      .executeTakeFirst();
    expect(collation).toEqual({ requested_at: null });
  });

  test('is made by the frequent sweeps if its job was lost, and one whose job waits for its next attempt is left alone', async () => {
    const { db, jobs } = server.services;
    const requested_at = new Date(Date.now() - 60_000);
    const release = async () => {
      const { item, page } = await closing.lease('Lease');
      const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
      await closing.signOnPaper(uuid, 'Signed in ink');
      await team.status(uuid, 'released');
      const { document } = (await client.get(`/transactions/item/${item}`)).body;
      await db
        .insertInto('collations')
        .values({ item, document, transaction: team.deal, requested_at })
        .execute();
      return item;
    };
    const [lost, waiting] = [await release(), await release()];
    const job = { item: waiting, requested_at: requested_at.toISOString() };
    const outdated = { item: lost, requested_at: new Date(0).toISOString() };
    await db.transaction().execute(async (tx) => {
      for (const each of [job, outdated])
        await jobs.enqueue(tx, collateItemKind, each, { delaySeconds: 600 });
    });
    for (let runs = 0; runs < 2; runs += 1)
      for (const sweep of Object.values(frequentSweeps(server.services))) await sweep();
    expect((await closing.collated(lost)).row).toMatchObject({ executed_num_pages: 3 });
    const pending = await db.transaction().execute(async (tx) => pendingJobs(tx, collateItemKind));
    expect(pending.toSorted((one, other) => one.item.localeCompare(other.item))).toEqual(
      [outdated, job].toSorted((one, other) => one.item.localeCompare(other.item)),
    );
  });

  test('is not made twice, even if the sweep runs while its job is working', async () => {
    const { item, page } = await closing.lease('Lease');
    const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Signed in ink');
    const { services } = server;
    const { objects } = services;
    const get = objects.get.bind(objects);
    const [started, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = vi.spyOn(objects, 'get').mockImplementation(async (key) => {
      started.resolve();
      await resumed.promise;
      return get(key);
    });
    await releaseItems(server, team.deal, [item]);
    await started.promise;
    const enqueue = vi.spyOn(services.jobs, 'enqueue');
    const again = expect.objectContaining({ item });
    await resumeCollations({ ...services, now: () => new Date(Date.now() + 3_600_000) });
    expect(enqueue).not.toHaveBeenCalledWith(expect.anything(), collateItemKind, again);
    resumed.resolve();
    await closing.collated(item);
    await resumeCollations({ ...services, now: () => new Date(Date.now() + 3_600_000) });
    expect(enqueue).not.toHaveBeenCalledWith(expect.anything(), collateItemKind, again);
    enqueue.mockRestore();
    reading.mockRestore();
  });

  test('is retried hours after it failed, unless somebody canceled it', async () => {
    const { item, page } = await closing.lease('Lease');
    const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    await closing.signOnPaper(uuid, 'Signed in ink');
    await team.status(uuid, 'released');
    const { document } = (await client.get(`/transactions/item/${item}`)).body;
    const { services } = server;
    const row = {
      item,
      document,
      transaction: team.deal,
      requested_at: new Date(Date.now() - 11 * 3_600_000),
    };
    await services.db
      .insertInto('collations')
      .values({ ...row, problem: 'canceled' })
      .execute();
    const problem = async () => (await client.get(`/transactions/item/${item}`)).body.collation_problem;
    await resumeCollations(services);
    await retryGivenUp(services);
    expect(await problem()).toBe('canceled');
    await services.db
      .updateTable('collations')
      .set({ problem: 'unavailable' })
      .where('item', '=', item)
      .execute();
    await resumeCollations(services);
    expect(await problem()).toBe('unavailable');
    await retryGivenUp(services);
    expect((await closing.collated(item)).row).toMatchObject({ executed_num_pages: 3 });
  });
});

/** Returns how many seals the PDF contains, including those that a reader wouldn't find. */
function sealsIn(pdf: Uint8Array): number {
  return Buffer.from(pdf).toString('latin1').split('ETSI.CAdES.detached').length - 1;
}
