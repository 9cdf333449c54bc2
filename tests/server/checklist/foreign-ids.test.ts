import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { DEAL_COLLECTIONS } from '../../../src/contract/collections/deal-collections.ts';
import { askChanges } from '../support/deal-mirror.ts';
import { dealWithRows } from '../support/deal-with-rows.ts';
import { rowName, type DealRows } from '../support/endpoints.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { upload } from '../support/upload.ts';

let server: TestServer;
let outsider: TestClient;
let rows: DealRows;
let own: DealRows;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  outsider = await server.signIn('counsel@outside.test');
  rows = await dealWithRows(server, await server.signIn('member@firm.test'));
  own = await dealWithRows(server, outsider);
});
afterAll(() => server.stop());

/** Returns all rows of a deal, as its participants see them. */
async function readAll(deal: string): Promise<string[]> {
  const participants = outsider.get(`/transactions/participant?transaction=${deal}`);
  const answers = await Promise.all([askChanges(outsider, deal), participants]);
  for (const { status, text } of answers) expect(status, text).toBe(200);
  return answers.map(({ text }) => text);
}

/**
 * Calls about the user's own deal whose body names a row of another deal: the row, the call and the expected
 * status.
 */
const naming: [string, keyof DealRows, (own: DealRows, id: string) => Promise<Answer>, number][] = [
  [
    'the line that a note is about',
    'header',
    async ({ deal }, element) =>
      outsider.post('/transactions/note', { transaction: deal, note: 'A', element }),
    404,
  ],
  [
    'the line that an item is to lie under',
    'itemElement',
    async ({ deal }, element_parent) =>
      outsider.post('/transactions/item', { transaction: deal, name: 'A', element_parent }),
    404,
  ],
  [
    'the line that a task is to lie under',
    'header',
    async ({ deal }, element_parent) =>
      outsider.post('/transactions/task', { transaction: deal, name: 'A', element_parent }),
    404,
  ],
  [
    'who is to do a task',
    'colleague',
    async ({ task }, assignee) => outsider.patch(`/transactions/task/${task}`, { assignee }),
    422,
  ],
  [
    'the task that an element is the place of',
    'task',
    async ({ deal }, task) => outsider.post('/transactions/element', { transaction: deal, task }),
    404,
  ],
  [
    'the item that a document is filed under',
    'item',
    async ({ document }, item_id) => outsider.patch(`/transactions/document/${document}`, { item_id }),
    404,
  ],
  [
    'the version of an item',
    'document',
    async ({ item }, document) => outsider.patch(`/transactions/item/${item}`, { document }),
    422,
  ],
  ...DEAL_COLLECTIONS.flatMap((collection): typeof naming => {
    const { name, restorable: kind } = collection;
    if (kind === null) return [];
    const restore = async ({ deal }: DealRows, uuid: string) =>
      outsider.post(`/transactions/transaction/${deal}/restore`, { kind, uuid });
    return [[`what is restored (${name})`, rowName(collection), restore, 404]];
  }),
  [
    'who is to work on a deal',
    'colleague',
    async ({ deal }, user_uuid) =>
      outsider.post('/transactions/participant', { transaction_uuid: deal, user_uuid }),
    422,
  ],
  [
    'whom an admin puts on a deal',
    'colleague',
    async ({ deal, organization }, user) =>
      outsider.post(`/authentication/organization/${organization}/create_participant`, {
        transaction: deal,
        user,
      }),
    422,
  ],
  [
    'whom an admin takes off a deal',
    'colleague',
    async ({ deal, organization }, user) =>
      outsider.post(`/authentication/organization/${organization}/delete_participant`, {
        transaction: deal,
        user,
      }),
    404,
  ],
  ...(['create', 'delete'] as const).flatMap((what): typeof naming => [
    [
      `the deal that an admin puts people on or takes them off (${what})`,
      'deal',
      async ({ organization, colleague: user }, transaction) =>
        outsider.post(`/authentication/organization/${organization}/${what}_participant`, {
          transaction,
          user,
        }),
      404,
    ],
    [
      `the organization whose admin does that (${what})`,
      'organization',
      async ({ deal, colleague: user }, organization) =>
        outsider.post(`/authentication/organization/${organization}/${what}_participant`, {
          transaction: deal,
          user,
        }),
      404,
    ],
  ]),
  [
    'a deal to be purged, behind one of their own',
    'deal',
    async ({ doomed }, deal) =>
      outsider.post('/authentication/organization/transactions/purge_approval', {
        transactions: [doomed, deal],
      }),
    404,
  ],
  [
    'a deal to be purged no more, behind one of their own',
    'deal',
    async ({ deal }, other) =>
      outsider.post('/authentication/organization/transactions/withdraw_purge_approval', {
        transactions: [deal, other],
      }),
    404,
  ],
  [
    'the deal, and the organization, that somebody is invited to',
    'deal',
    async (_own, transaction) =>
      outsider.post('/invitations/invitation', {
        transaction,
        email: 'guest@elsewhere.test',
        first_name: 'Gil',
        last_name: 'Guest',
      }),
    404,
  ],
];

test.each(naming)(
  '%s in a body tells an outsider nothing: rows of other deals are treated like missing ones',
  async (_what, field, call, status) => {
    const before = await readAll(own.deal);
    const foreign = await call(own, rows[field]);
    const unknown = await call(own, v7());
    expect([foreign.status, foreign.text]).toEqual([status, unknown.text]);
    expect(unknown.status).toBe(status);
    expect(await readAll(own.deal), 'nothing is changed').toEqual(before);
  },
);

test('a document created as a version of another organization’s item is not a version of anything', async () => {
  const bytes = await samplePdf({ pages: 1 });
  const made = await upload(outsider, own.deal, bytes, { item_id: rows.item });
  expect([made.status, made.body.item_id, made.body.in_queue]).toEqual([201, null, true]);
  const unknown = await upload(outsider, own.deal, bytes, { item_id: v7() });
  expect([unknown.status, unknown.body.item_id, unknown.body.in_queue]).toEqual([201, null, true]);
});
