import { beforeEach, expect, test } from 'vitest';
import { seePdf } from '../../support/open-pdfium.ts';
import { openDeal } from '../signing/deal-team.ts';
import { client, closing, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';

/** A document whose second page is marked for signing. */
let lease: { item: string; page: string };
/** A document that is also signed on that page. */
let joinder: string;

openSigning();
beforeEach(async () => {
  lease = await closing.lease('Lease');
  const other = await closing.lease('Joinder');
  joinder = other.item;
  await client.delete(`/transactions/signature_page/${other.page}`);
});

const embed = async (item: string, pages_embedded_in: string | null) =>
  client.patch(`/transactions/item/${item}`, { pages_embedded_in });

/** Returns the pages of a document's download, described by their content. */
async function pagesOf(item: string, kind: string): Promise<string[]> {
  const answer = await client.post(`/transactions/item/${item}/download`, { kind });
  expect(answer.status, answer.text).toBe(302);
  const file = await fetch(answer.body.redirect_url);
  const pages = await seePdf(new Uint8Array(await file.arrayBuffer()));
  return pages.map(({ text }) => /(Lease|Joinder), page \d|Signed in ink/.exec(text)?.[0] ?? text);
}

const body = ['Joinder, page 1', 'Joinder, page 2', 'Joinder, page 3'];

test('the pages of a document can be in another document’s file, and can be separated again', async () => {
  const { status, text, body: row } = await embed(joinder, lease.item);
  expect(status, text).toBe(200);
  expect(row.pages_embedded_in).toBe(lease.item);
  expect((await embed(joinder, null)).body.pages_embedded_in).toBeNull();
  const created = await client.post('/transactions/item', {
    transaction: team.deal,
    name: 'Side Letter',
    pages_embedded_in: lease.item,
  });
  expect(created.body.pages_embedded_in).toBe(lease.item);
});

test('pages can’t be embedded in the document itself, in an unknown one or in one of another transaction', async () => {
  const own = await embed(joinder, joinder);
  expect([own.status, own.body]).toMatchObject([422, { fields: ['pages_embedded_in'] }]);
  const elsewhere = await (await openDeal(server, client)).item('NDA');
  expect((await embed(joinder, elsewhere)).status).toBe(404);
  expect((await embed(joinder, team.deal)).status).toBe(404);
});

test('the downloads of a document end with its marked pages in the other file: blank until they are released, and then as signed', async () => {
  await embed(joinder, lease.item);
  const { uuid } = await team.assign(lease.item, await team.person('Jane Doe'), {
    item_page_uuid: lease.page,
  });
  expect(await pagesOf(joinder, 'executed_item')).toEqual([...body, 'Lease, page 2']);
  expect(await pagesOf(joinder, 'unexecuted_item')).toEqual([...body, 'Lease, page 2']);

  await closing.signOnPaper(uuid, 'Signed in ink');
  expect(await pagesOf(joinder, 'executed_item')).toEqual([...body, 'Lease, page 2']);

  expect(await releaseItems(server, team.deal, [lease.item])).toEqual([lease.item]);
  expect(await pagesOf(joinder, 'executed_item')).toEqual([...body, 'Signed in ink']);
  expect(await pagesOf(joinder, 'executed_item_without_unexecuted_pages')).toEqual([
    ...body,
    'Signed in ink',
  ]);
  expect(await pagesOf(joinder, 'executed_sigs')).toEqual(['Signed in ink']);
  expect(await pagesOf(joinder, 'nonexecutable_item')).toEqual(body);
});

test('people sign embedded pages once, and their document has no separate sealed copy', async () => {
  await embed(joinder, lease.item);
  const { uuid } = await team.assign(lease.item, await team.person('Jane Doe'), {
    item_page_uuid: lease.page,
  });
  const outstanding = await client.post(`/transactions/item/${joinder}/download`, {
    kind: 'unexecuted_packets',
  });
  expect(outstanding.status).toBe(422);
  await closing.signOnPaper(uuid, 'Signed in ink');
  await releaseItems(server, team.deal, [lease.item]);
  expect((await client.get(`/transactions/item/${joinder}`)).body.collation).toBe('none');
});

test('while the other document is deleted, the pages in its file don’t count', async () => {
  await embed(joinder, lease.item);
  await team.assign(lease.item, await team.person('Jane Doe'), { item_page_uuid: lease.page });
  expect((await client.delete(`/transactions/item/${lease.item}`)).status).toBe(204);
  expect(await pagesOf(joinder, 'executed_item')).toEqual(body);
});
