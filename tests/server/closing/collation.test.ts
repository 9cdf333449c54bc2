import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test, vi } from 'vitest';
import { checkLedger } from '../../../server/signing/executed/check-ledger.ts';
import { neededKeys } from '../../../server/purge/needed-objects.ts';
import { contentOf, pdfKey } from '../../../server/storage/object-keys.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { pdfsig } from '../../support/signing/verifiers.ts';
import { addFiledItem } from '../support/deal-with-rows.ts';
import { client, closing, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';

openSigning();

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
});

/** Returns how many seals the PDF contains, including those that a reader wouldn't find. */
function sealsIn(pdf: Uint8Array): number {
  return Buffer.from(pdf).toString('latin1').split('ETSI.CAdES.detached').length - 1;
}
