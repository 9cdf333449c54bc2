import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { namesOfDocuments } from '../../../server/store/deals/document-names.ts';
import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import type { TestClient } from '../support/test-client.ts';
import { converted, upload } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());

/** Returns the name under which a browser saves the file at a URL of the app. */
async function savedName(path: string): Promise<string> {
  const redirect = await client.get(path.replace(/^\/api/, ''));
  const answer = await fetch(redirect.headers.get('location') ?? '');
  await answer.arrayBuffer();
  return decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
  );
}

test('a rename on the checklist renames the downloads and notifications of all versions, but not the file names', async () => {
  const deal: string = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const create = async (fields: object) => {
    const { uuid } = (await upload(client, deal, await samplePdf({ pages: 1 }), { ...fields })).body;
    return converted(client, uuid);
  };
  const first = await create({ name: 'draft_v3_final' });
  const added = await client.post('/transactions/item/from_documents', { documents: [first.uuid] });
  const item: string = added.body[0].item_uuid;
  expect(await savedName(first.file_url)).toBe('draft_v3_final.pdf');

  await client.patch(`/transactions/item/${item}`, { name: 'Credit Agreement: 12/2025' });
  expect(await savedName(`${first.file_url}?download`)).toBe('Credit Agreement_ 12_2025.pdf');
  expect(await savedName(`${first.pdf_url ?? ''}?download`)).toBe('Credit Agreement_ 12_2025.pdf');

  const second = await create({ name: 'scan0007', item_id: item });
  await expect
    .poll(async () => (await client.get(`/transactions/item/${item}`)).body.document)
    .toBe(second.uuid);
  expect(await savedName(`${second.file_url}?download`)).toBe('Credit Agreement_ 12_2025.pdf');
  expect(await savedName(`${first.file_url}?download`)).toBe('Credit Agreement_ 12_2025 (version 1).pdf');
  const notifications: Notification[] = (await client.get('/notifications/')).body;
  expect(notifications.find(({ extra_data: about }) => about.document === second.uuid)?.title).toBe(
    '“Credit Agreement: 12/2025” in “Project Alder” is ready.',
  );

  const files = (await client.get(`/transactions/document?transaction=${deal}`)).body;
  expect(files.map(({ file_name: name }: { file_name: string }) => name)).toEqual([
    'draft_v3_final.pdf',
    'scan0007.pdf',
  ]);
  const rows = await server.services.db
    .selectFrom('documents')
    .selectAll()
    .where('transaction', '=', deal)
    .execute();
  const names = await namesOfDocuments(server.services.db, rows);
  expect(names.get(first.uuid)).toEqual({
    name: 'Credit Agreement: 12/2025',
    version: { number: 1, of: 2, superseded: true },
  });
});

test('a download address is requested each time, because the document may have been renamed', async () => {
  const deal: string = (await client.post('/transactions/transaction', { name: 'Project Birch' })).body.uuid;
  const { file_url: path } = (await upload(client, deal, await samplePdf({ pages: 1 }))).body;
  const address = path.replace(/^\/api/, '');
  expect((await client.get(address)).headers.get('cache-control')).toBe('private, max-age=60');
  expect((await client.get(`${address}?download`)).headers.get('cache-control')).toBe('no-store');
});
