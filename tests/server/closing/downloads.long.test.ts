import { describe, expect, test } from 'vitest';
import { setFeature } from '../../../server/store/account/features.ts';
import { openDeal } from '../signing/deal-team.ts';
import { openPaperClosing } from './closing-team.ts';
import {
  client,
  closing,
  counsel,
  entriesOf,
  fileIn,
  guaranty,
  lease,
  memo,
  openDownloads,
  pagesByRarerKind,
  pagesOf,
  seen,
  server,
  team,
} from './downloaded-deal.ts';

openDownloads();

describe('of a document with a released page, a held one and one that isn’t signed', () => {
  test.each(pagesByRarerKind)(
    '%s has these pages, without the held signature, for the firm that holds it and for the other side',
    async (kind, pages) => {
      expect(await pagesOf(lease, kind)).toEqual(pages);
      expect(await pagesOf(lease, kind, counsel)).toEqual(pages);
    },
  );

  test('no kind that is put together contains the seal of a packet, which wouldn’t be valid there', async () => {
    for (const kind of ['executed_item', 'executed_sigs']) {
      const pdf = await fileIn(await client.post(`/transactions/item/${lease}/download`, { kind }));
      expect(Buffer.from(pdf).includes('ETSI.CAdES.detached')).toBe(false);
    }
  });
});

describe('of a document whose marked page is in an earlier version', () => {
  test('no kind contains that page, not even for a document whose signature pages are embedded there', async () => {
    const { item, page } = await closing.lease('Lease');
    const { item: joinder } = await closing.lease('Guaranty');
    const kim = await team.person('Kim Poe');
    await team.assign(item, kim, { item_page_uuid: page });
    await client.patch(`/transactions/item/${joinder}`, { pages_embedded_in: item });
    const { item: other } = await closing.lease('Memo');
    const { document } = (await client.get(`/transactions/item/${other}`)).body;
    for (const item_id of [null, item]) await client.patch(`/transactions/document/${document}`, { item_id });
    const swapped = await client.patch(`/transactions/item/${item}`, { document });
    expect(swapped.status, swapped.text).toBe(200);

    const body = ['Memo 1', 'Memo 2', 'Memo 3'];
    for (const kind of ['executed_item', 'executed_item_without_unexecuted_pages', 'unexecuted_item'])
      expect(await pagesOf(item, kind)).toEqual(body);
    const none = await client.post(`/transactions/item/${item}/download`, { kind: 'unexecuted_packets' });
    expect([none.status, none.body.error_message]).toEqual([422, 'No signature pages are outstanding.']);
    expect(await pagesOf(joinder, 'executed_item')).toEqual(['Guaranty 1', 'Guaranty 2', 'Guaranty 3']);
    await closing.assignBehind(item, kim);
    expect(await pagesOf(item, 'executed_item')).toEqual([...body, 'Kim Poe']);
    for (const uuid of [joinder, other, item]) await client.delete(`/transactions/item/${uuid}`);
  });
});

describe('of several documents', () => {
  test('a single one is a PDF', async () => {
    const asked = { item_uuids: [memo], kind: 'executed_item' };
    const answer = await client.post('/transactions/item/downloads', asked);
    expect(answer.body.file_name).toBe('Memo.pdf');
    expect(await seen(await fileIn(answer))).toHaveLength(3);
  });

  test('some or all documents of the transaction come as separate files with only their own pages', async () => {
    const download = async (body: object) => {
      const asked = { transaction: team.deal, ...body };
      return entriesOf(await fileIn(await client.post('/transactions/downloads/documents', asked)));
    };
    const guarantee = ['Guaranty 1', 'Guaranty 2 with a code', 'Guaranty 3'];
    const all = await download({ kind: 'executed_item_without_unexecuted_pages' });
    expect(all.map(({ pages }) => pages)).toEqual([
      ['Lease 1', 'Lease 2 with a code', 'Lease 3'],
      guarantee,
      ['Memo 1', 'Memo 2', 'Memo 3'],
    ]);
    const some = await download({ item_uuids: [memo, guaranty] });
    expect(some.map(({ pages }) => pages)).toEqual([guarantee, ['Memo 1', 'Memo 2', 'Memo 3']]);
  });

  test('the signed pages of the transaction are a PDF for each document that has any', async () => {
    const asked = { transaction: team.deal };
    const answer = await client.post('/transactions/downloads/signature_pages', asked);
    expect(await entriesOf(await fileIn(answer))).toEqual([
      { name: '01 - Lease.pdf', pages: ['Lease 2 with a code'] },
      { name: '01-A - Guaranty.pdf', pages: ['Guaranty 2 with a code'] },
    ]);
  });

  test('each has its own kind, if the transaction has the feature', async () => {
    const items = [
      { item: lease, kind: 'executed_sigs' },
      { item: memo, kind: 'nonexecutable_item' },
    ];
    const refused = await client.post('/transactions/item/downloads', { items });
    expect(refused.status).toBe(403);
    const feature = {
      name: 'CYOA_DOWNLOADS',
      transaction: team.deal,
      is_active: true,
      set_at: new Date(),
    } as const;
    await setFeature(server.services.db, feature);
    const zip = await fileIn(await client.post('/transactions/item/downloads', { items }));
    expect((await entriesOf(zip)).map(({ pages }) => pages)).toEqual([
      ['Lease 2 with a code'],
      ['Memo 1', 'Memo 2', 'Memo 3'],
    ]);
  });
});

test('a document whose file is damaged is refused with an alternative, and its own PDF can still be downloaded', async () => {
  const { item } = await closing.lease('Damaged');
  await closing.assignBehind(item, await team.person('Jane Doe'));
  const { document } = (await client.get(`/transactions/item/${item}`)).body;
  const key = `pdf/${'d'.repeat(64)}`;
  await server.services.objects.put(key, Buffer.from('%PDF-1.7 and nothing else'));
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key })
    .where('uuid', '=', document)
    .execute();
  const refused = await client.post(`/transactions/item/${item}/download`, { kind: 'executed_item' });
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toBe(
    '“Damaged” can’t be combined with its signature pages. Download its original PDF instead.',
  );
  const own = await client.post(`/transactions/item/${item}/download`, { kind: 'nonexecutable_item' });
  expect(own.status).toBe(302);
  expect((await client.delete(`/transactions/item/${item}`)).status).toBe(204);
});

describe('a large download', () => {
  test('is made by a job if its scans are large, however small its file is', async () => {
    const deal = await openDeal(server, client);
    const { lease: addLease, signOnPaper } = openPaperClosing(server, deal);
    const { item, page } = await addLease('Lease');
    const { uuid } = await deal.assign(item, await deal.person('Jane Doe'), { item_page_uuid: page });
    await signOnPaper(uuid, 'Signed in ink', 'released');
    const { db } = server.services;
    const download = async (num_pages: number) => {
      await db
        .updateTable('executed_documents')
        .set({ size: 150_000_000, num_pages })
        .where('transaction', '=', deal.deal)
        .execute();
      return client.post(`/transactions/item/${item}/download`, { kind: 'executed_item' });
    };
    expect((await download(2)).status).toBe(302);
    expect((await download(1)).status).toBe(202);
  });

  test('is made by a job if its marked pages are large, such as those of a scanned document', async () => {
    const deal = await openDeal(server, client);
    const { item, page } = await openPaperClosing(server, deal).lease('Lease');
    await deal.assign(item, await deal.person('Jane Doe'), { item_page_uuid: page });
    await server.services.db
      .updateTable('documents')
      .set({ size: 450_000_000 })
      .where('transaction', '=', deal.deal)
      .execute();
    const kind = 'unexecuted_packets';
    expect((await client.post(`/transactions/item/${item}/download`, { kind })).status).toBe(202);
  });
});
