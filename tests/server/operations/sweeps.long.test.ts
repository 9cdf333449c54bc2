import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setFeature } from '../../../server/store/account/features.ts';
import { errorBodySchema } from '../../../src/contract/errors.ts';
import { dealWithRows } from '../support/deal-with-rows.ts';
import { endpoints, unknownRows, validCall, type DealRows } from '../support/endpoints.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let owner: TestClient;
let rows: DealRows;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  rows = await dealWithRows(server, owner);
  await setFeature(server.services.db, {
    name: 'SELF_SERVE_ADMIN_REPORT',
    transaction: null,
    is_active: true,
    set_at: new Date(),
  });
});
afterAll(() => server.stop());

const all = endpoints();

const HUGE = 'x'.repeat(200_000);
const BAD_VALUES: unknown[] = [
  null,
  1e308,
  -1,
  1.5,
  '',
  HUGE,
  'a\u0000b',
  '\ud800',
  [],
  {},
  [[]],
  { a: { b: [] } },
  true,
  'not-a-uuid',
  ['x'],
];

describe('bad input never causes a 500, and the response says what is wrong', () => {
  const writes = all.filter(({ method, name }) => method !== 'GET' && name !== 'auth.logout');

  function assertRefused(answer: Answer, ...statuses: number[]): void {
    expect(statuses, answer.text.slice(0, 300)).toContain(answer.status);
    const body = errorBodySchema.parse(answer.body);
    expect(body.error_message).toMatch(/\S/);
    expect(body.error_message.length).toBeLessThan(600);
  }

  test.each(writes.filter(({ name }) => validCall(name, unknownRows()).body !== undefined))(
    '$name: every field with every kind of wrong value',
    async ({ name, method }) => {
      // The sign-in limit is not tested here.
      const { path, body } = validCall(name, rows);
      for (const field of Object.keys(body as object)) {
        for (const value of BAD_VALUES) {
          const client = name === 'auth.login' ? server.client() : owner;
          const answer = await client.send(method, path, { ...(body as object), [field]: value });
          expect(
            answer.status,
            `${field} = ${JSON.stringify(value)?.slice(0, 40)}: ${answer.text.slice(0, 300)}`,
          ).toBeLessThan(500);
          if (answer.status >= 400) errorBodySchema.parse(answer.body);
        }
      }
      const unknown = await owner.send(method, path, {
        ...(body as object),
        nobody_knows: 1,
        ['__proto__x']: 2,
      });
      expect(unknown.status).toBeLessThan(500);
    },
  );

  test.each(all.filter(({ path }) => path.includes('{id}')))(
    '$name: an invalid id in the path is 404',
    async ({ name, method }) => {
      const { path, body } = validCall(name, rows);
      for (const id of ['x', '%00', '..%2f', "'; drop table users", '0'.repeat(3000), '%ff', 'ünïcode']) {
        const wrong = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, encodeURI(id).replaceAll('%25', '%'));
        assertRefused(await owner.send(method, wrong, body), 404, 400, 414);
      }
    },
  );
});
