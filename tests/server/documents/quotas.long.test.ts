import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { postForm, upload } from '../support/upload.ts';
import { v7 } from 'uuid';

let server: TestServer;
let client: TestClient;
let pdf: Uint8Array;

beforeAll(async () => {
  server = await startTestServer({ role: 'web', organizationUploadsPerDay: 2, organizationStorageGb: 1 });
  client = await server.signIn('member@firm.test');
  pdf = await samplePdf({ pages: 1 });
});
afterAll(() => server.stop());

const makeDeal = async (person: TestClient): Promise<string> =>
  (await person.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;

const presign = (deal: string, uuid = v7()) =>
  client.post(`/transactions/transaction/${deal}/presigned_url`, { doc_uuid: uuid, file_name: 'a.pdf' });

/** Adds a returned file with this size and date to the deal. */
async function addReturnedFile(deal: string, size: number, created_at: Date): Promise<string> {
  const { uuid: user, organization } = (await client.get('/authentication/user/me')).body;
  const uuid = v7();
  await server.services.db
    .insertInto('executed_documents')
    .values({
      uuid,
      transaction: deal,
      name: 'Scan',
      status: 'ready',
      file_key: 'files/scan',
      sha256: 'a',
      size,
      collected_for: organization,
      created_at,
      created_by: user,
      version: 1,
      modified_at: created_at,
    })
    .execute();
  return uuid;
}

const WEEK_MS = 7 * 86_400_000;

describe('returned files', () => {
  test('count toward the daily quota and the stored bytes, and stop counting once they are deleted', async () => {
    const deal = await makeDeal(client);
    const files = [await addReturnedFile(deal, 10, new Date()), await addReturnedFile(deal, 10, new Date())];
    expect((await presign(deal)).body.error_message).toContain('has uploaded 2 files in 24 hours');
    const change = async (values: { size?: number; deleted_at?: Date; created_at?: Date }) =>
      server.services.db.updateTable('executed_documents').set(values).where('uuid', 'in', files).execute();
    await change({ created_at: new Date(Date.now() - WEEK_MS), size: 1024 ** 3 });
    expect((await presign(deal)).body.error_message).toContain('has used all of its 1 GB');
    await change({ deleted_at: new Date(Date.now() - 6 * WEEK_MS) });
    expect((await presign(deal)).status).toBe(200);
  });
});

describe('the daily quota of files', () => {
  test('applies per organization across its deals, and resets a day later', async () => {
    const [deal, other] = [await makeDeal(client), await makeDeal(client)];
    const uuid = v7();
    const form = (await presign(deal, uuid)).body;
    await postForm(form, pdf);
    expect((await upload(client, deal, pdf)).status).toBe(201);
    expect((await upload(client, other, pdf)).status).toBe(201);
    const refused = await presign(other);
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect(refused.body.error_message).toBe(
      'This transaction’s organization has uploaded 2 files in 24 hours, which is its limit. Try again tomorrow.',
    );
    // An upload that was presigned before is also refused, and nothing is staged.
    const put = vi.spyOn(server.services.objects, 'put');
    const create = () =>
      client.post('/transactions/document', {
        uuid,
        transaction: deal,
        name: 'A',
        uploaded_file_key: form.fields.key,
      });
    expect((await create()).status).toBe(413);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();

    const counsel = await server.signIn('counsel@outside.test');
    expect((await upload(counsel, await makeDeal(counsel), pdf)).status).toBe(201);

    await server.services.db
      .updateTable('documents')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    expect((await create()).status).toBe(201);
  });
});

describe('the quota of stored bytes', () => {
  test('counts a deleted file while it can be restored, and rejects with a message that states the quota', async () => {
    const { db } = server.services;
    const long = new Date(Date.now() - 40 * 86_400_000);
    await db.updateTable('documents').set({ created_at: long, deleted_at: null }).execute();
    const deal = await makeDeal(client);
    const { uuid } = (await upload(client, deal, pdf)).body;
    const set = (values: { size?: number; deleted_at?: Date }) =>
      db.updateTable('documents').set(values).where('uuid', '=', uuid).execute();
    await set({ size: 1024 ** 3, deleted_at: new Date() });
    const refused = await presign(deal);
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect(refused.body.error_message).toContain('has used all of its 1 GB for files');
    await set({ deleted_at: long });
    expect((await presign(deal)).status).toBe(200);
  });
});
