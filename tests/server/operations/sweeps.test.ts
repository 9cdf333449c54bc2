import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILE_PATHS } from '../../../server/http/files-route.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import { errorBodySchema } from '../../../src/contract/errors.ts';
import { dealWithRows, insertReport, SHA256 } from '../support/deal-with-rows.ts';
import { endpoints, unknownRows, validCall, type DealRows, type Endpoint } from '../support/endpoints.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let owner: TestClient;
let outsider: TestClient;
let colleague: TestClient;
let rows: DealRows;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  outsider = await server.signIn('counsel@outside.test');
  colleague = await server.signIn('colleague@firm.test');
  rows = await dealWithRows(server, owner);
  await setFeature(server.services.db, {
    name: 'SELF_SERVE_ADMIN_REPORT',
    transaction: null,
    is_active: true,
    set_at: new Date(),
  });
});
afterAll(() => server.stop());

function send(client: TestClient, endpoint: Endpoint, on = rows): Promise<Answer> {
  const call = validCall(endpoint.name, on);
  return client.send(endpoint.method, call.path, call.body);
}

const all = endpoints();
/** Endpoints about a row that not everyone may see. */
const ofRows = all.filter(
  ({ meta, path }) => meta.policy === 'deal' || meta.policy === 'deal_owner' || path.includes('{id}'),
);

describe('access to calls', () => {
  test('the contract has endpoints, and the sweep covers each of them', () => {
    expect(all.length).toBeGreaterThan(25);
    for (const { name } of all) expect(() => validCall(name, rows)).not.toThrow();
  });

  test.each(all.filter(({ meta }) => meta.policy !== 'public'))(
    '$name: signed out, 401',
    async (endpoint) => {
      const answer = await send(server.client(), endpoint);
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe('signed_out');
    },
  );

  test.each(ofRows)('$name: an outsider gets 404, as if the row did not exist', async (endpoint) => {
    const nowhere = unknownRows();
    const answers = [await send(outsider, endpoint)];
    // All members of a firm may see the firm, but not all of its deals.
    if (!endpoint.meta.policy.startsWith('organization')) answers.push(await send(colleague, endpoint));
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(404);
      expect(answer.body.code).toBe('not_found');
    }
    const unknown = await send(outsider, endpoint, nowhere);
    expect(unknown.status).toBe(404);
    // The text must not reveal it either.
    expect(answers[0]?.text).toBe(unknown.text);
  });

  test.each(all.filter(({ meta }) => meta.policy === 'organization_admin'))(
    '$name: a member of the organization gets 403, its admin does not',
    async (endpoint) => {
      const admin = await server.signIn('admin@firm.test');
      expect((await send(colleague, endpoint)).body).toMatchObject({ code: 'not_allowed' });
      expect((await send(admin, endpoint)).status).toBeLessThan(400);
    },
  );

  test('an outsider learns nothing from ids mixed with those of their own deal', async () => {
    const own = await dealWithRows(server, outsider);
    const mixed = [
      await outsider.patch('/transactions/element/bulk_update', {
        element_uuids: [own.header, rows.header],
      }),
      await outsider.patch('/transactions/element/bulk_update', {
        element_uuids: [own.header],
        parent_element: rows.header,
      }),
      await outsider.patch(`/transactions/element/${own.header}`, { parent_element: rows.header }),
      await outsider.post('/transactions/element', {
        transaction: own.deal,
        label: 'A',
        parent_element: rows.header,
      }),
      await outsider.post('/transactions/element', { transaction: own.deal, item: rows.item }),
      await outsider.post('/transactions/item/from_documents', { documents: [own.document, rows.document] }),
      await outsider.post('/transactions/item/from_documents', { documents: [rows.document, own.document] }),
      await outsider.post(`/transactions/transaction/${own.deal}/reorder`, {
        item_list: [own.item, rows.item],
      }),
    ];
    expect(mixed.map((answer) => answer.status)).toEqual(mixed.map(() => 404));
  });

  test('documents of two visible deals in one call are rejected with an explanation', async () => {
    const second = await dealWithRows(server, owner);
    const answer = await owner.post('/transactions/item/from_documents', {
      documents: [second.document, rows.document],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toMatch(/different transactions/);
  });

  test.each(Object.entries(FILE_PATHS))(
    'files (%s): 401 signed out, 404 for an outsider, 302 for a participant',
    async (name, route) => {
      // Only admins can open reports.
      const reader = name === 'report' ? await server.signIn('admin@firm.test') : owner;
      const report = await insertReport(server, reader);
      const path = route
        .replace('/api', '')
        .replace(':document', rows.document)
        .replace(':item', rows.filed)
        .replace(':download', rows.download)
        .replace(':sha256', SHA256)
        .replace(':page', '1')
        .replace(':deal', rows.doomed)
        .replace(':report', report);
      expect((await server.client().get(path)).status).toBe(401);
      expect((await outsider.get(path)).status).toBe(404);
      const answer = await reader.get(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
      expect(answer.headers.get('vary')).toContain('Cookie');
      expect(answer.headers.get('location')).toContain(server.settings.storePublicUrl);
      const elsewhere = path
        .replace(SHA256, 'b'.repeat(64))
        .replace(report, v7())
        .replace(rows.download, v7())
        .replace(rows.doomed, rows.deal);
      expect((await reader.get(elsewhere)).status).toBe(404);
    },
  );

  test('an admin of the organization sees its deals; a participant of another organization reads and edits, but does not delete', async () => {
    const admin = await server.signIn('admin@firm.test');
    expect((await admin.get(`/transactions/transaction/${rows.deal}`)).status).toBe(200);
    const shared = await dealWithRows(server, owner);
    await addParticipant(server, shared.deal, 'counsel@outside.test');
    const counsel = outsider;
    const edited = await counsel.patch(`/transactions/element/${shared.header}`, { label: 'Finance' });
    expect(edited.status).toBe(200);
    const refused = await counsel.delete(`/transactions/transaction/${shared.deal}`);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'not_allowed',
      error_message: expect.stringMatching(/^Only the person/),
    });
    expect((await owner.delete(`/transactions/transaction/${shared.deal}`)).status).toBe(204);
    expect((await counsel.get(`/transactions/transaction/${shared.deal}`)).status).toBe(404);
    expect((await counsel.get(`/transactions/element?transaction=${shared.deal}`)).status).toBe(404);
  });
});

describe('bad input never causes a 500, and the response says what is wrong', () => {
  const writes = all.filter(({ method, name }) => method !== 'GET' && name !== 'auth.logout');

  function assertRefused(answer: Answer, ...statuses: number[]): void {
    expect(statuses, answer.text.slice(0, 300)).toContain(answer.status);
    const body = errorBodySchema.parse(answer.body);
    expect(body.error_message).toMatch(/\S/);
    expect(body.error_message.length).toBeLessThan(600);
  }

  test.each(writes)('$name: a body that is not JSON or not an object', async ({ name, method }) => {
    const { path } = validCall(name, rows);
    for (const text of ['{bad', 'null x', '{"a":', '\u0000', '<html>'])
      assertRefused(await owner.send(method, path, text), 400);
    for (const text of ['null', '3', '"x"', '[1]', '[]'])
      assertRefused(await owner.send(method, path, text), 422);
  });

  test.each(
    all.filter(({ method, name }) => method === 'GET' && validCall(name, unknownRows()).path.includes('?')),
  )('$name: an invalid query', async ({ path }) => {
    for (const query of [
      '',
      '?transaction=',
      '?transaction=x',
      '?transaction=%00',
      '?transaction[]=x',
      '?transaction[a][b]=x',
      `?transaction=${rows.deal}&transaction=${rows.deal}`,
    ]) {
      assertRefused(await owner.get(`${path.replace('{id}', rows.organization)}${query}`), 422);
    }
  });

  test('an invalid boolean in a query is rejected, and the field is named', async () => {
    const answer = await owner.get(`/transactions/document?transaction=${rows.deal}&in_queue=maybe`);
    assertRefused(answer, 422);
    expect(answer.body.fields).toEqual(['in_queue']);
  });

  test('too many ids, deep nesting, and a body beyond the limit', async () => {
    const many = (n: number) => Array.from({ length: n }, () => rows.header);
    assertRefused(
      await owner.patch('/transactions/element/bulk_update', { element_uuids: many(20_000) }),
      422,
    );
    assertRefused(
      await owner.patch('/transactions/element/bulk_update', { element_uuids: many(200_000) }),
      413,
    );
    const deep = `{"label":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assertRefused(await owner.patch(`/transactions/element/${rows.header}`, deep), 422);
  });

  test('text that cannot be stored unchanged is rejected, not silently changed', async () => {
    for (const label of ['a\u0000b', 'half a pair \ud83d', '\ude00']) {
      const answer = await owner.patch(`/transactions/element/${rows.header}`, { label });
      assertRefused(answer, 422);
      expect(answer.body.fields).toEqual(['label']);
      expect(answer.body.error_message).toMatch(
        /^label: this text contains a character that can’t be stored/,
      );
    }
    const whole = await owner.patch(`/transactions/element/${rows.header}`, {
      label: 'Ünïcode 😀 中文 “quoted”',
    });
    expect(whole.body.label).toBe('Ünïcode 😀 中文 “quoted”');
  });

  test('invalid values of Counterpart’s own headers', async () => {
    const path = `/transactions/element/${rows.header}`;
    const with_ = (headers: Record<string, string>) => owner.patch(path, { label: 'Z' }, { headers });
    assertRefused(await with_({ 'x-base-version': '-1' }), 422);
    assertRefused(await with_({ 'x-base-version': '9'.repeat(40) }), 422);
    assertRefused(await with_({ 'idempotency-key': 'k'.repeat(300) }), 422);
    assertRefused(await owner.get(path, { headers: { cookie: 'session=%%%; =;;;' } }), 404, 401);
  });
});
