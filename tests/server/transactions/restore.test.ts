import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import { DAY_MS, RESTORABLE_DAYS } from '../../../src/contract/retention.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

/** Returns the checklist from top to bottom as `parent/name`, or only the name at the top level. */
async function checklist(): Promise<string[]> {
  const elements: Element[] = (await client.get(`/transactions/element?transaction=${deal}`)).body;
  const items: { uuid: string; name: string }[] = [
    ...(await client.get(`/transactions/item?transaction=${deal}`)).body,
    ...(await client.get(`/transactions/task?transaction=${deal}`)).body,
  ];
  const names = new Map(items.map(({ uuid, name }) => [uuid, name]));
  const nameOf = ({ label, item, task }: Element) => label ?? names.get(item ?? task ?? '') ?? '?';
  return elements
    .toSorted((one, other) => one.order - other.order)
    .map((element) => {
      const parent = elements.find(({ uuid }) => uuid === element.parent_element);
      return parent ? `${nameOf(parent)}/${nameOf(element)}` : nameOf(element);
    })
    .toSorted((one, other) => one.split('/').length - other.split('/').length);
}

async function header(label: string, parent_element: string | null = null): Promise<string> {
  return (await client.post('/transactions/element', { transaction: deal, label, parent_element })).body.uuid;
}

async function item(name: string, element_parent: string | null = null): Promise<{ uuid: string }> {
  return (await client.post('/transactions/item', { transaction: deal, name, element_parent })).body;
}

async function remove(element: string): Promise<void> {
  const answer = await client.delete(`/transactions/element/${element}?transaction=${deal}`);
  expect(answer.status, answer.text).toBe(204);
}

async function elementOf(uuid: string): Promise<string> {
  const elements: Element[] = (await client.get(`/transactions/element?transaction=${deal}`)).body;
  return elements.find(({ item: of, task }) => of === uuid || task === uuid)?.uuid ?? '';
}

async function restore(kind: string, uuid: string): Promise<number> {
  return (await client.post(`/transactions/transaction/${deal}/restore`, { kind, uuid })).status;
}

test('a header returns to its place, and rows that moved up from under it stay where they are', async () => {
  await header('First');
  const second = await header('Second');
  await header('Third');
  await item('Bylaws', second);
  await remove(second);
  expect(await checklist()).toEqual(['First', 'Bylaws', 'Third']);
  expect(await restore('element', second)).toBe(204);
  expect(await checklist()).toEqual(['First', 'Second', 'Bylaws', 'Third']);
});

test('an edit of a restored header still conflicts with another person’s change before the deletion', async () => {
  const uuid = await header('Closing');
  const elements: Element[] = (await client.get(`/transactions/element?transaction=${deal}`)).body;
  const seen = elements.find((element) => element.uuid === uuid)?.version;
  const admin = await server.signIn('admin@firm.test');
  await admin.patch(`/transactions/element/${uuid}`, { label: 'Signing' });
  await admin.delete(`/transactions/element/${uuid}?transaction=${deal}`);
  expect(await restore('element', uuid)).toBe(204);
  for (const version of [seen, 1]) {
    const upon = { headers: { 'x-base-version': String(version) } };
    const refused = await client.patch(`/transactions/element/${uuid}`, { label: 'Completion' }, upon);
    expect(refused.body).toMatchObject({ code: 'changed_meanwhile', fields: ['label'] });
  }
  expect(await checklist()).toEqual(['Signing']);
});

test('an item returns under its header unchanged, by its own id or its element’s', async () => {
  const above = await header('Corporate');
  const bylaws = await item('Bylaws', above);
  await client.patch(`/transactions/item/${bylaws.uuid}`, { complete: true, description: 'Restated' });
  for (const kind of ['item', 'element']) {
    const element = await elementOf(bylaws.uuid);
    await remove(element);
    expect((await client.get(`/transactions/item/${bylaws.uuid}`)).status).toBe(404);
    expect(await restore(kind, kind === 'item' ? bylaws.uuid : element)).toBe(204);
    expect(await checklist()).toEqual(['Corporate', 'Corporate/Bylaws']);
    const back = (await client.get(`/transactions/item/${bylaws.uuid}`)).body;
    expect(back).toMatchObject({ complete: true, description: 'Restated' });
  }
});

test('an item whose header was deleted returns to the end of the top level', async () => {
  const above = await header('Corporate');
  const bylaws = await item('Bylaws', above);
  await header('Closing');
  await remove(await elementOf(bylaws.uuid));
  await remove(above);
  expect(await restore('item', bylaws.uuid)).toBe(204);
  expect(await checklist()).toEqual(['Closing', 'Bylaws']);
});

test('a task returns with the person who completed it', async () => {
  const { uuid } = (await client.post('/transactions/task', { transaction: deal, name: 'Wire' })).body;
  await client.patch(`/transactions/task/${uuid}`, { is_complete: true });
  await client.delete(`/transactions/task/${uuid}`);
  expect(await restore('task', uuid)).toBe(204);
  const [task] = (await client.get(`/transactions/task?transaction=${deal}`)).body;
  expect(task).toMatchObject({ uuid, name: 'Wire', is_complete: true });
  expect(await checklist()).toEqual(['Wire']);
});

test('a field returns to its place, unless another has its name by now', async () => {
  const [key] = (
    await client.post('/transactions/custom_key/bulk_create', {
      transaction: deal,
      custom_keys: [{ key: 'Company' }, { key: 'Notary' }],
    })
  ).body;
  await client.delete(`/transactions/custom_key/${key.uuid}`);
  expect(await restore('custom_key', key.uuid)).toBe(204);
  const fields = (await client.get(`/transactions/custom_key?transaction=${deal}`)).body;
  expect(fields.map((field: { key: string }) => field.key)).toEqual(['Company', 'Notary']);
  await client.delete(`/transactions/custom_key/${key.uuid}`);
  const taken = { transaction: deal, custom_keys: [{ key: 'company' }] };
  expect((await client.post('/transactions/custom_key/bulk_create', taken)).status).toBe(201);
  expect(await restore('custom_key', key.uuid)).toBe(422);
});

async function file(name: string): Promise<Document> {
  const answer = await upload(client, deal, await samplePdf({ pages: 1 }), { name });
  expect(answer.status, answer.text).toBe(201);
  return converted(client, answer.body.uuid);
}

/** Adds a document to the checklist, and returns its item. */
async function itemWith({ uuid }: Document): Promise<string> {
  const made = await client.post('/transactions/item/from_documents', { documents: [uuid] });
  expect(made.status, made.text).toBe(201);
  return made.body[0].item_uuid;
}

async function removeDocument({ uuid }: Document): Promise<void> {
  expect((await client.delete(`/transactions/document/${uuid}`)).status).toBe(204);
  expect((await client.get(`/transactions/document/${uuid}`)).status).toBe(404);
}

test('a queued file returns to the queue unchanged, and others are notified', async () => {
  const charter = await file('Charter');
  await removeDocument(charter);
  const since = (await client.get(`/transactions/transaction/${deal}/changes`)).body;
  expect(await restore('document', charter.uuid)).toBe(204);
  const back: Document = (await client.get(`/transactions/document/${charter.uuid}`)).body;
  const { name, in_queue, item_id, uploaded_file_key, upload_order } = charter;
  expect(back).toMatchObject({ name, in_queue, item_id, uploaded_file_key, upload_order });
  expect(back.version).toBeGreaterThan(charter.version);
  const { body } = await client.get(
    `/transactions/transaction/${deal}/changes?since=${since.version}&epoch=${since.epoch}`,
  );
  expect(body.puts.documents).toMatchObject([{ uuid: charter.uuid, in_queue: true }]);
});

test('restoring the current file of an item makes it current again', async () => {
  const charter = await file('Charter');
  const item = await itemWith(charter);
  await removeDocument(charter);
  expect((await client.get(`/transactions/item/${item}`)).body.document).toBeNull();
  expect(await restore('document', charter.uuid)).toBe(204);
  expect((await client.get(`/transactions/item/${item}`)).body.document).toBe(charter.uuid);
  expect(await checklist()).toEqual(['Charter']);
});

test('if the item got another file in the meantime, that file stays current', async () => {
  const [charter, restated] = [await file('Charter'), await file('Charter, restated')];
  const item = await itemWith(charter);
  await removeDocument(charter);
  const filed = await client.patch(`/transactions/document/${restated.uuid}`, { item_id: item });
  expect(filed.status, filed.text).toBe(200);
  expect(await restore('document', charter.uuid)).toBe(204);
  expect((await client.get(`/transactions/item/${item}`)).body.document).toBe(restated.uuid);
  const back = (await client.get(`/transactions/document/${charter.uuid}`)).body;
  expect(back).toMatchObject({ item_id: item, in_queue: false });
});

test('a file that was deleted with its item returns only with the item', async () => {
  const charter = await file('Charter');
  const item = await itemWith(charter);
  await remove(await elementOf(item));
  expect(await restore('document', charter.uuid)).toBe(404);
  expect(await restore('item', item)).toBe(204);
  expect((await client.get(`/transactions/document/${charter.uuid}`)).status).toBe(200);
  // It has already been restored, so nothing changes.
  expect(await restore('document', charter.uuid)).toBe(204);
});

test('a row that was not deleted stays as it is, and so does the deal', async () => {
  const above = await header('Corporate');
  const before = (await client.get(`/transactions/transaction/${deal}`)).body.version;
  expect(await restore('element', above)).toBe(204);
  expect((await client.get(`/transactions/transaction/${deal}`)).body.version).toBe(before);
});

test('the server refuses to restore rows that never existed, belong to another deal, or were deleted more than 30 days ago', async () => {
  const above = await header('Corporate');
  await remove(above);
  const here = deal;
  deal = (await client.post('/transactions/transaction', { name: 'Project Birch' })).body.uuid;
  expect(await restore('element', above)).toBe(404);
  deal = here;
  expect(await restore('element', deal)).toBe(404);
  const longAgo = new Date(Date.now() - RESTORABLE_DAYS * DAY_MS - 1000);
  const { db } = server.services;
  await db.updateTable('elements').set({ deleted_at: longAgo }).where('uuid', '=', above).execute();
  expect(await restore('element', above)).toBe(404);
  const charter = await file('Charter');
  await removeDocument(charter);
  await db.updateTable('documents').set({ deleted_at: longAgo }).where('uuid', '=', charter.uuid).execute();
  expect(await restore('document', charter.uuid)).toBe(404);
});

test('the change feed includes a restored row with everything restored with it', async () => {
  const above = await header('Corporate');
  const bylaws = await item('Bylaws', above);
  const element = await elementOf(bylaws.uuid);
  await remove(element);
  const { version, epoch } = (await client.get(`/transactions/transaction/${deal}/changes`)).body;
  await restore('item', bylaws.uuid);
  const { body } = await client.get(
    `/transactions/transaction/${deal}/changes?since=${version}&epoch=${epoch}`,
  );
  expect(body.puts.elements).toMatchObject([{ uuid: element }]);
  expect(body.puts.items).toMatchObject([{ uuid: bylaws.uuid }]);
  expect(body.lists).toEqual([{ parent: above, children: [element] }]);
});
