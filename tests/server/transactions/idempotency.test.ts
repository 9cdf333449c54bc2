import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAnswers } from '../../../server/store/idempotency.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { postForm } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
/** Returns how many statements wait for a row lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `.execute(server.services.db);
  return Number(rows[0]?.count);
}

const list = async () => (await client.get(`/transactions/element?transaction=${deal}`)).body;

describe('a write repeated with its key', () => {
  test('has one effect and returns the row as it is now', async () => {
    const key = v7();
    const body = { transaction: deal, label: 'A' };
    const first = await client.post('/transactions/element', body, keyed(key));
    await client.patch(`/transactions/element/${first.body.uuid}`, { label: 'renamed since' });
    const second = await client.post('/transactions/element/', body, keyed(key));
    expect(second.status).toBe(201);
    expect(second.body).toEqual((await list())[0]);
    expect(second.body).toMatchObject({ uuid: first.body.uuid, label: 'renamed since' });
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect(first.headers.get('idempotent-replay')).toBeNull();
    expect(await list()).toHaveLength(1);
  });

  test('returns 204 again, and deletes nothing that somebody has restored in the meantime', async () => {
    const { body } = await client.post('/transactions/element', { transaction: deal, label: 'A' });
    const remove = async (key: string) => client.delete(`/transactions/element/${body.uuid}`, keyed(key));
    const key = v7();
    expect((await remove(key)).status).toBe(204);
    await client.post(`/transactions/transaction/${deal}/restore`, { kind: 'element', uuid: body.uuid });
    expect((await remove(key)).status).toBe(204);
    expect(await list()).toHaveLength(1);
    expect((await remove(v7())).status).toBe(204);
    expect(await list()).toHaveLength(0);
  });

  test('returns its row instead of an error if somebody has deleted the row in the meantime', async () => {
    const key = v7();
    const body = { transaction: deal, label: 'A' };
    const { uuid } = (await client.post('/transactions/element', body, keyed(key))).body;
    await client.delete(`/transactions/element/${uuid}`);
    const again = await client.post('/transactions/element', body, keyed(key));
    expect([again.status, again.body.uuid, again.body.label]).toEqual([201, uuid, 'A']);
    expect(await list()).toEqual([]);
  });

  test('returns its deal if somebody has deleted the deal in the meantime', async () => {
    const key = v7();
    const open = async () => client.post('/transactions/transaction', { name: 'Project Ash' }, keyed(key));
    const { uuid } = (await open()).body;
    await client.delete(`/transactions/transaction/${uuid}`);
    expect(await open()).toMatchObject({ status: 201, body: { uuid, name: 'Project Ash' } });
  });

  test('stores none of the row’s content under its key', async () => {
    const key = v7();
    await client.post('/transactions/element', { transaction: deal, label: 'Confidential' }, keyed(key));
    const kept = await server.services.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ status: 201, refusal: null, transaction: deal });
    expect(JSON.stringify(kept)).not.toContain('Confidential');
  });

  test('twenty times at once has one effect and one response', async () => {
    const key = v7();
    const send = () => client.post('/transactions/element', { transaction: deal, label: 'A' }, keyed(key));
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === null)).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test('may also create a deal', async () => {
    const key = v7();
    const send = () => client.post('/transactions/transaction', { name: 'Twice' }, keyed(key));
    const [one, two] = [await send(), await send()];
    expect(two.body).toEqual(one.body);
  });

  test('[PUSH3] that was rejected stays rejected, even if the reason is gone', async () => {
    const [key, uuid] = [v7(), v7()];
    const rename = async (with_ = keyed(key)) =>
      client.patch(`/transactions/element/${uuid}`, { label: 'B' }, with_);
    const first = await rename();
    expect(first.status).toBe(404);
    await client.post('/transactions/element', { uuid, transaction: deal, label: 'A' });
    const second = await rename();
    expect([second.status, second.body]).toEqual([404, first.body]);
    expect(second.headers.get('idempotent-replay')).toBe('true');
    expect((await list())[0].label).toBe('A');
    expect((await rename(keyed(v7()))).status, 'with a separate key').toBe(200);
  });

  test('that conflicted with another deal’s simultaneous id is rejected, and remains rejected', async () => {
    const [key, uuid] = [v7(), v7()];
    const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    await client.post('/transactions/element', { transaction: other, label: 'A' });
    const { db } = server.services;
    const taken = await db.selectFrom('elements').selectAll().where('transaction', '=', other).execute();
    const elsewhere = await db.startTransaction().execute();
    await elsewhere
      .insertInto('elements')
      .values(taken.map((row) => ({ ...row, uuid })))
      .execute();
    const send = async () =>
      client.post('/transactions/element', { uuid, transaction: deal, label: 'B' }, keyed(key));
    const first = send();
    // It waits for the row that the other transaction has not committed.
    await expect.poll(async () => waiting()).toBe(1);
    await elsewhere.commit().execute();
    expect((await first).body.code).toBe('uuid_taken');
    expect((await send()).headers.get('idempotent-replay')).toBe('true');
    expect(await list()).toEqual([]);
  });

  test('with another body or path is rejected', async () => {
    const key = v7();
    await client.post('/transactions/element', { transaction: deal, label: 'A' }, keyed(key));
    const otherBody = await client.post(
      '/transactions/element',
      { transaction: deal, label: 'B' },
      keyed(key),
    );
    const otherPath = await client.post('/transactions/item', { transaction: deal, name: 'A' }, keyed(key));
    for (const answer of [otherBody, otherPath]) {
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toEqual(['Idempotency-Key']);
    }
  });

  test('uses a key that belongs to its user', async () => {
    const key = v7();
    const admin = await server.signIn('admin@firm.test');
    await client.post('/transactions/element', { transaction: deal, label: 'A' }, keyed(key));
    const answer = await admin.post('/transactions/element', { transaction: deal, label: 'B' }, keyed(key));
    expect(answer.status).toBe(201);
    expect(answer.body.label).toBe('B');
  });

  test('is forgotten after 90 days', async () => {
    const key = v7();
    await client.post('/transactions/element', { transaction: deal, label: 'A' }, keyed(key));
    await sweepAnswers(server.services);
    const kept = () =>
      server.services.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute();
    expect(await kept()).toHaveLength(1);
    await sweepAnswers({ db: server.services.db, now: () => new Date(Date.now() + 91 * 86_400_000) });
    expect(await kept()).toHaveLength(0);
  });

  test('[UP4] is not carried out if a deletion that found nothing has used its key, however late it arrives', async () => {
    const key = v7();
    const uuid = v7();
    expect((await client.delete(`/transactions/document/${uuid}`, keyed(key))).status).toBe(404);
    const form = await client.post(`/transactions/transaction/${deal}/presigned_url`, {
      doc_uuid: uuid,
      file_name: 'Deed.pdf',
    });
    await postForm(form.body, Buffer.from(`%PDF-1.7 ${'x'.repeat(500)}`));
    const late = await client.post(
      '/transactions/document',
      { uuid, transaction: deal, name: 'Deed', uploaded_file_key: form.body.fields.key },
      keyed(key),
    );
    expect(late).toMatchObject({ status: 422, body: { code: 'invalid', fields: ['Idempotency-Key'] } });
    expect((await client.get(`/transactions/document?transaction=${deal}`)).body).toEqual([]);
    const kept: string[] = [];
    for await (const { key: each } of server.services.objects.list('files/')) kept.push(each);
    expect(kept, 'no bytes of an unwanted file are kept').toEqual([]);
  });
});

describe('an id from the client', () => {
  test.each([
    ['element', { label: 'A' }],
    ['item', { name: 'A' }],
  ])(
    '%s: repeated without a key, the creator gets the row; another user, another deal, or after deletion, 409',
    async (collection, fields) => {
      const uuid = v7();
      const path = `/transactions/${collection}`;
      const body = { uuid, transaction: deal, ...fields };
      const first = await client.post(path, body);
      const again = await client.post(path, body);
      expect(again.body).toEqual(first.body);
      expect(await list()).toHaveLength(1);
      const admin = await server.signIn('admin@firm.test');
      const byAnother = await admin.post(path, body);
      const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
      const elsewhere = await client.post(path, { ...body, transaction: other });
      await client.delete(`${path}/${uuid}`);
      const deleted = await client.post(path, body);
      for (const answer of [byAnother, elsewhere, deleted]) {
        expect(answer.status).toBe(409);
        expect(answer.body.code).toBe('uuid_taken');
      }
    },
  );

  test('of a deal: its creator gets it, another user 409', async () => {
    const uuid = v7();
    const first = await client.post('/transactions/transaction', { uuid, name: 'Mine' });
    expect((await client.post('/transactions/transaction', { uuid, name: 'Mine' })).body).toEqual(first.body);
    const counsel = await server.signIn('counsel@outside.test');
    expect((await counsel.post('/transactions/transaction', { uuid, name: 'Mine' })).status).toBe(409);
  });

  test('used by two deals at once goes to one of them, and the other is rejected', async () => {
    const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    for (let round = 0; round < 10; round += 1) {
      const uuid = v7();
      const answers = await Promise.all(
        [deal, other].map((transaction) =>
          client.post('/transactions/element', { uuid, transaction, label: 'A' }),
        ),
      );
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });

  test('in upper case is the same id', async () => {
    const uuid = v7();
    await client.post('/transactions/element', {
      uuid: uuid.toUpperCase(),
      transaction: deal.toUpperCase(),
      label: 'A',
    });
    const moved = await client.patch('/transactions/element/bulk_update', {
      element_uuids: [uuid.toUpperCase()],
      order: 0,
    });
    expect(moved.body[0].uuid).toBe(uuid);
  });
});
