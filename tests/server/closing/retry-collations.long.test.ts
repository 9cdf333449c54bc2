import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant } from '../support/test-server.ts';
import { client, closing, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';

let counsel: TestClient;

openSigning();
beforeAll(async () => {
  counsel = await server.signIn('counsel@outside.test');
});
afterEach(() => vi.restoreAllMocks());

/** Creates a document that was signed on paper and can be released. Returns it with the key of its file. */
async function signedLease(): Promise<{ item: string; file: string }> {
  const { item, page } = await closing.lease('Lease');
  const { uuid } = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
  await closing.signOnPaper(uuid, 'Signed in ink');
  const { pdf_file_key: file } = await server.services.db
    .selectFrom('documents')
    .innerJoin('items', 'items.document', 'documents.uuid')
    .select('documents.pdf_file_key')
    .where('items.uuid', '=', item)
    .executeTakeFirstOrThrow();
  return { item, file: file ?? '' };
}

const read = async (item: string) => (await client.get(`/transactions/item/${item}`)).body;

const act = async (by: TestClient, name: 'collate' | 'cancel_collation', ...items: string[]) =>
  by.post(`/transactions/item/${name}`, { transaction: team.deal, item_uuids: items });

test('an executed document that can’t be made says why, stays that way, and is made when it is tried again', async () => {
  const { item, file } = await signedLease();
  const { objects } = server.services;
  const bytes = await buffer(await objects.get(file));
  await objects.remove(file);
  await releaseItems(server, team.deal, [item]);
  await expect.poll(async () => (await read(item)).collation_problem).toBe('no_file');
  expect(await read(item)).toMatchObject({ collation: 'none', executed_pdf_url: null });

  await objects.put(file, bytes);
  const tried = await act(client, 'collate', item);
  expect([tried.status, tried.body[0].collation, tried.body[0].collation_problem]).toEqual([
    200,
    'running',
    null,
  ]);
  const { row } = await closing.collated(item);
  expect(row).toMatchObject({ executed_num_pages: 3, collation_problem: null });
  const again = await act(client, 'collate', item);
  expect(again.body[0]).toMatchObject({ collation: 'done', executed_pdf_url: row.executed_pdf_url });
});

test('the earlier executed document stays available when a later one can’t be made', async () => {
  const { item, file } = await signedLease();
  await releaseItems(server, team.deal, [item]);
  const { row } = await closing.collated(item);
  await closing
    .assignBehind(item, await team.person('Paul Roe'))
    .then(async ({ uuid }) => closing.signOnPaper(uuid, 'Signed later'));
  await server.services.objects.remove(file);
  await releaseItems(server, team.deal, [item]);
  await expect.poll(async () => (await read(item)).collation_problem).toBe('no_file');
  const { executed_pdf_url: url, executed_num_pages } = row;
  expect(await read(item)).toMatchObject({
    collation: 'none',
    collated_at: null,
    executed_pdf_url: url,
    executed_num_pages,
  });
  expect((await client.get(url.replace('/api', ''))).status).toBe(302);
});

test('canceling midway keeps no part of an executed document, and it can be made later', async () => {
  const { item, file } = await signedLease();
  const { objects } = server.services;
  const get = objects.get.bind(objects);
  const started = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  vi.spyOn(objects, 'get').mockImplementation(async (key) => {
    started.resolve();
    if (key === file) await resumed.promise;
    return get(key);
  });
  const put = vi.spyOn(objects, 'put');
  await releaseItems(server, team.deal, [item]);
  await started.promise;
  const canceled = await act(client, 'cancel_collation', item);
  expect(canceled.body[0]).toMatchObject({ collation: 'none', collation_problem: 'canceled' });
  resumed.resolve();

  // Documents are collated one after another, so the canceled attempt has ended when the next one starts.
  const other = await signedLease();
  await releaseItems(server, team.deal, [other.item]);
  await closing.collated(other.item);
  const files = await Promise.all(put.mock.calls.map(async ([key]) => buffer(await get(key))));
  expect(files.filter((bytes) => bytes.includes('ETSI.CAdES.detached'))).toHaveLength(1);
  expect(await read(item)).toMatchObject({ collation_problem: 'canceled', executed_pdf_url: null });

  await act(client, 'collate', item);
  expect((await closing.collated(item)).row).toMatchObject({ executed_num_pages: 3 });
});

test('only the organization that leads the deal tries again or cancels, and only for released documents', async () => {
  await addParticipant(server, team.deal, 'counsel@outside.test');
  const { item } = await signedLease();
  const early = await act(client, 'collate', item);
  expect([early.status, early.body.error_message]).toEqual([
    422,
    'Not all signatures of these documents are released yet: “Lease”.',
  ]);
  for (const name of ['collate', 'cancel_collation'] as const)
    expect((await act(counsel, name, item)).status).toBe(403);
});
