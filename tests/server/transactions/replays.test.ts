import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPresentedAgain } from '../../../server/http/replay-answer.ts';
import { dealWithRows } from '../support/deal-with-rows.ts';
import { endpoints, validCall, type DealRows } from '../support/endpoints.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let owner: TestClient;
let admin: TestClient;
let rows: DealRows;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  admin = await server.signIn('admin@firm.test');
  rows = await dealWithRows(server, owner);
});
afterAll(() => server.stop());

const idempotent = endpoints().filter(({ meta, status }) => meta.idempotent === true && status !== 204);

/** Calls that need a file, a review or an emailed token. Other tests check their responses. */
const NEEDS_MORE = new Set([
  'documents.create',
  'executedDocuments.create',
  'invitations.accept',
  'items.replaceDocument',
  'notifications.shareFile',
]);

/** Calls about the owner, who cannot change their own access or role. */
const ADMINS_OWN = new Set(['user.update', 'participants.update']);

describe('an endpoint with an Idempotency-Key and a response body', () => {
  test.each(idempotent)('$name declares how a repeated request gets its response', ({ name }) => {
    expect(isPresentedAgain(name)).toBe(true);
  });

  test.each(idempotent.filter(({ name }) => !NEEDS_MORE.has(name)))(
    '$name gives a repeated request the same response',
    async ({ name, method, meta }) => {
      const call = validCall(name, rows);
      const isAdmins = meta.policy === 'organization_admin' || meta.policy === 'deal_admin';
      const caller = isAdmins || ADMINS_OWN.has(name) ? admin : owner;
      const headers = { 'idempotency-key': v7() };
      const send = async (): Promise<Answer> => caller.send(method, call.path, call.body, { headers });
      const first = await send();
      expect(first.status, first.text).toBeLessThan(300);
      const second = await send();
      expect(second.headers.get('idempotent-replay')).toBe('true');
      expect([second.status, second.body]).toEqual([first.status, first.body]);
    },
  );
});
