import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Act } from '../../../src/contract/entities/transactions/activity.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import { askChanges } from '../support/deal-mirror.ts';
import { insertDocument } from '../support/deal-with-rows.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;
let deal: string;
let first: string;
let second: string;
let item: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());

/**
 * Inserts a converted file into the upload queue. Converting a real one would take most of the tests’ time.
 */
async function queued(name: string, pages: number): Promise<string> {
  const { db } = server.services;
  const uuid = await insertDocument(server, client, deal);
  await db.updateTable('documents').set({ name, num_pages: pages }).where('uuid', '=', uuid).execute();
  const rows = Array.from({ length: pages }, (_, at) => ({
    uuid: v7(),
    document: uuid,
    ref_page_number: at + 1,
  }));
  await db.insertInto('document_pages').values(rows).execute();
  return uuid;
}

/** A deal with an item whose file has two pages, and a file of three pages in the upload queue. */
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  [first, second] = [await queued('NDA', 2), await queued('NDA v2', 3)];
  item = (await client.post('/transactions/item/from_documents', { documents: [first] })).body[0].item_uuid;
});

const itemNow = async (): Promise<Item> => (await client.get(`/transactions/item/${item}`)).body;
const documentNow = async (uuid: string) => (await client.get(`/transactions/document/${uuid}`)).body;
const file = async (uuid: string, to: string | null) =>
  client.patch(`/transactions/document/${uuid}`, { item_id: to });
const bringBack = async (uuid: string) =>
  client.post(`/transactions/transaction/${deal}/restore`, { kind: 'document', uuid });
const makeCurrent = async (document: string) => client.patch(`/transactions/item/${item}`, { document });

describe('a version of a document', () => {
  test('is queued if there is a file already, can become current, and the previous one can become current again', async () => {
    expect((await file(second, item)).body).toMatchObject({ in_queue: false, item_id: item });
    expect(await itemNow()).toMatchObject({ document: first, pending_version_document: second });

    const swapped = await makeCurrent(second);
    expect(swapped.body).toMatchObject({ document: second, pending_version_document: null });
    expect(swapped.body.pages).toHaveLength(3);
    expect((await client.get(`/transactions/element?transaction=${deal}`)).body).toHaveLength(1);

    expect((await makeCurrent(first)).body.pages).toHaveLength(2);
    expect(await itemNow()).toMatchObject({ document: first, pending_version_document: null });
  });

  test('is current at once if there is no file yet', async () => {
    const drafted = await client.post('/transactions/item', { transaction: deal, name: 'Escrow agreement' });
    item = drafted.body.uuid;
    await file(second, item);
    // The first file sets the item's signing flags. Later files don't change them.
    expect(await itemNow()).toMatchObject({
      document: second,
      pending_version_document: null,
      for_signing: true,
      fully_executed: false,
    });
  });

  test('can go back to the queue, and without a current one the item is to be drafted', async () => {
    await file(second, item);
    expect((await file(second, null)).body).toMatchObject({ in_queue: true, item_id: null });
    expect(await itemNow()).toMatchObject({ document: first, pending_version_document: null });
    await file(first, null);
    expect(await itemNow()).toMatchObject({ document: null, pages: [] });
    expect((await documentNow(first)).in_queue).toBe(true);
  });

  test('that is deleted leaves the queue, and is deleted and restored with its item', async () => {
    await file(second, item);
    await client.delete(`/transactions/document/${second}`);
    expect((await itemNow()).pending_version_document).toBeNull();

    const third = await queued('NDA v3', 1);
    await file(third, item);
    await client.delete(`/transactions/item/${item}`);
    expect((await client.get(`/transactions/document/${third}`)).status).toBe(404);
    await client.post(`/transactions/transaction/${deal}/restore`, { kind: 'item', uuid: item });
    expect(await itemNow()).toMatchObject({ document: first, pending_version_document: third });
  });

  test('that was queued and deleted by itself is queued again when restored', async () => {
    await file(second, item);
    await client.delete(`/transactions/document/${second}`);
    await bringBack(second);
    expect(await itemNow()).toMatchObject({ document: first, pending_version_document: second });
    // This works repeatedly, and an earlier version also returns to its previous state.
    await client.delete(`/transactions/document/${second}`);
    await bringBack(second);
    await makeCurrent(second);
    await client.delete(`/transactions/document/${first}`);
    await bringBack(first);
    expect(await itemNow()).toMatchObject({ document: second, pending_version_document: null });
  });

  test('that was queued yields to another queued one, and otherwise becomes current', async () => {
    await file(second, item);
    await client.delete(`/transactions/document/${second}`);
    const third = await queued('NDA v3', 1);
    await file(third, item);
    await bringBack(second);
    expect(await itemNow()).toMatchObject({ document: first, pending_version_document: third });

    await client.delete(`/transactions/document/${third}`);
    await client.delete(`/transactions/document/${first}`);
    await bringBack(third);
    expect(await itemNow()).toMatchObject({ document: third, pending_version_document: null });
  });

  test('that was deleted while it was being converted is restored to its conversion, or queued if that has ended', async () => {
    const junk = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2000, 'x')]);
    const { uuid } = (await upload(client, deal, junk, { name: 'NDA broken', item_id: item })).body;
    await expect.poll(async () => (await documentNow(uuid)).conversion_status).toBe('error');
    await client.delete(`/transactions/document/${uuid}`);
    await bringBack(uuid);
    expect(await itemNow()).toMatchObject({ document: first, pending_conversion_document: uuid });

    await client.delete(`/transactions/document/${uuid}`);
    const change = { conversion_status: 'complete' as const };
    await server.services.db.updateTable('documents').set(change).where('uuid', '=', uuid).execute();
    await bringBack(uuid);
    expect(await itemNow()).toMatchObject({
      document: first,
      pending_version_document: uuid,
      pending_conversion_document: null,
    });
  });

  test.for([
    ['an item of another deal', 404, async () => ({ uuid: second, to: await itemElsewhere() })],
    ['a nonexistent item', 404, async () => ({ uuid: second, to: v7() })],
    [
      'an item, because it belongs to another one',
      422,
      async () => ({ uuid: first, to: await draftedItem() }),
    ],
  ] as const)('cannot be added to %s', async ([, status, what]) => {
    const { uuid, to } = await what();
    const before = await documentNow(uuid);
    expect((await file(uuid, to)).status).toBe(status);
    expect(await documentNow(uuid)).toEqual(before);
  });

  test('cannot be added while it is being converted', async () => {
    const change = { conversion_status: 'processing' as const };
    await server.services.db.updateTable('documents').set(change).where('uuid', '=', second).execute();
    const answer = await file(second, item);
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'NDA v2 is still being converted. You can add it when that’s done.',
    ]);
  });

  test('that is uploaded as one becomes current once converted, and the previous one stays a version', async () => {
    const of = { item_id: item };
    const created = await upload(client, deal, await samplePdf({ pages: 4 }), { name: 'NDA signed', ...of });
    expect(created.body).toMatchObject({ in_queue: false, item_id: item });
    const { uuid } = created.body;
    await converted(client, uuid);
    await expect.poll(itemNow).toMatchObject({ document: uuid, pending_conversion_document: null });
    expect((await itemNow()).pages).toHaveLength(4);
    expect(await documentNow(first)).toMatchObject({ item_id: item, in_queue: false });
  });

  test('that is uploaded as one and cannot be converted is queued, says why, and leaves the current one', async () => {
    const junk = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2000, 'x')]);
    const created = await upload(client, deal, junk, { name: 'NDA broken', item_id: item });
    const { uuid } = created.body;
    expect(await itemNow()).toMatchObject({ document: first, pending_conversion_document: uuid });
    await expect.poll(async () => (await documentNow(uuid)).conversion_status).toBe('error');
    expect(await itemNow()).toMatchObject({ document: first, pending_conversion_document: uuid });
    await client.delete(`/transactions/document/${uuid}`);
    expect(await itemNow()).toMatchObject({ document: first, pending_conversion_document: null });
  });

  test('is not replaced by one that was uploaded before it and converted later', async () => {
    const waits = (await upload(client, deal, await samplePdf({ pages: 1 }), { name: 'X', item_id: item }))
      .body;
    await converted(client, waits.uuid);
    await server.services.db
      .updateTable('items')
      .set({ document: null, pending_conversion_document: waits.uuid })
      .where('uuid', '=', item)
      .execute();
    const later = await upload(client, deal, await samplePdf({ pages: 1 }), { name: 'Y', item_id: item });
    expect(await itemNow()).toMatchObject({
      document: later.body.uuid,
      pending_conversion_document: null,
    });
  });

  test('that is uploaded for a deleted item is queued, so that no file is lost', async () => {
    await client.delete(`/transactions/item/${item}`);
    const created = await upload(client, deal, await samplePdf({ pages: 1 }), {
      name: 'NDA late',
      item_id: item,
    });
    expect(created.body).toMatchObject({ in_queue: true, item_id: null });
  });

  test('that is uploaded as the first file of an item shows its status at once', async () => {
    const drafted = await client.post('/transactions/item', { transaction: deal, name: 'Escrow agreement' });
    item = drafted.body.uuid;
    const of = { item_id: item, signing_type: 'fully_executed' };
    const { uuid } = (await upload(client, deal, await samplePdf({ pages: 1 }), { name: 'Escrow', ...of }))
      .body;
    expect(await itemNow()).toMatchObject({ document: uuid, fully_executed: true, for_signing: false });
  });

  test('of another item cannot become the current one', async () => {
    for (const other of [second, v7()]) {
      const answer = await makeCurrent(other);
      expect([answer.status, answer.body.error_message]).toEqual([
        422,
        'That file is not a version of NDA, or has been deleted.',
      ]);
    }
    expect((await itemNow()).document).toBe(first);
  });

  test('appears in the activity by its document, also if it was deleted by itself', async () => {
    const readActs = async (): Promise<string[]> => {
      const { acts } = (await client.get(`/transactions/transaction/${deal}/activity`)).body;
      return acts.map(({ command, subjects }: Act) =>
        [
          command,
          ...subjects.map(({ op, kind, name, fields }) => [op, kind, name, ...fields].join(' ')),
        ].join(': '),
      );
    };
    await file(second, item);
    await makeCurrent(second);
    await makeCurrent(first);
    await client.delete(`/transactions/document/${second}`);
    const third = await queued('NDA v3', 1);
    await file(third, item);
    await client.delete(`/transactions/document/${third}`);
    await file(first, null);
    const acts = await readActs();
    expect(acts.filter((each) => !each.startsWith('documents.create')).slice(-7)).toEqual([
      'documents.update: put item NDA pending_version_document',
      'items.update: put item NDA document',
      'items.update: put item NDA document',
      'documents.delete: delete document NDA',
      'documents.update: put item NDA pending_version_document',
      'documents.delete: delete document NDA',
      'documents.update: put item NDA document',
    ]);
  });

  test('appears in the feed with the file and its item’s new state', async () => {
    const { version: since, epoch } = (await askChanges(client, deal, {})).body;
    await file(second, item);
    const { puts } = (await askChanges(client, deal, { since, epoch })).body;
    expect(puts.documents).toMatchObject([{ uuid: second, item_id: item, in_queue: false }]);
    expect(puts.items).toMatchObject([{ uuid: item, pending_version_document: second }]);
  });
});

async function draftedItem(): Promise<string> {
  return (await client.post('/transactions/item', { transaction: deal, name: 'Escrow' })).body.uuid;
}

async function itemElsewhere(): Promise<string> {
  const transaction = (await client.post('/transactions/transaction', { name: 'Another' })).body.uuid;
  return (await client.post('/transactions/item', { transaction, name: 'Escrow' })).body.uuid;
}
