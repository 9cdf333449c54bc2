import { frequentSweeps } from '../../../server/jobs/sweep-often.ts';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, test, vi } from 'vitest';
import { purgeDeal } from '../../../server/jobs/purge-deal-job.ts';
import { resumeCollations, retryGivenUp } from '../../../server/jobs/signing/resume-collations.ts';
import { collateItemKind } from '../../../server/queue/job-kinds.ts';
import { pendingJobs } from '../../../server/queue/pending-jobs.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { addFiledItem } from '../support/deal-with-rows.ts';
import { printPacket, scanAll, uploadScan } from '../signing/packets/returned-scans.ts';
import { client, closing, desk, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';

openSigning();

describe('an executed document', () => {
  test('has every sheet of a signature page as it came back on paper, and a missing sheet is a warning before the page is accepted', async () => {
    const { item } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@delta.test' });
    const { uuid, item_page_uuid } = await closing.assignBehind(item, jane);
    const content = Array.from({ length: 40 }, (_, n) => `Line ${n}.`);
    const lead = { id: 'lead-in', kind: 'lead_in', content };
    await client.patch(`/transactions/signature_page/${item_page_uuid}`, { blocks: [lead] });
    const packet = await desk.make(team, { signatories: [jane] });
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
    const packet = await desk.make(team, { signatories: [jane] });
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
