import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FEED_MOST_CHANGES, sweepChanges } from '../../../server/store/deals/change-log.ts';
import { askChanges, byId, DealMirror, readLists } from '../support/deal-mirror.ts';
import type { TestClient } from '../support/test-client.ts';
import { NO_ROWS } from '../../support/rows.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

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

async function header(label: string, place: Record<string, unknown> = {}): Promise<string> {
  const answer = await client.post('/transactions/element', { transaction: deal, label, ...place });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.uuid;
}

async function item(name: string): Promise<{ uuid: string; element: string }> {
  const element = v7();
  const answer = await client.post('/transactions/item', { transaction: deal, name, element_uuid: element });
  expect(answer.status, answer.text).toBe(201);
  return { uuid: answer.body.uuid, element };
}

const nothing = NO_ROWS;

describe('changes since a cursor', () => {
  test('without a cursor are the whole deal, like the lists', async () => {
    const a = await header('A');
    await header('A1', { parent_element: a });
    await item('SPA');
    const mirror = new DealMirror(client, deal);
    const changes = await mirror.pull();
    expect(changes).toMatchObject({ complete: true, deletes: nothing, checksum: null });
    expect(changes.transaction).toEqual((await client.get(`/transactions/transaction/${deal}`)).body);
    expect(byId(mirror.content)).toEqual(byId(await readLists(client, deal)));
  });

  test('are empty, in less than 1 kB, if nothing changed', async () => {
    await header('A');
    const { since, epoch } = await cursor();
    const answer = await askChanges(client, deal, { since, epoch });
    expect(answer.body).toEqual({
      epoch,
      version: since,
      complete: false,
      transaction: null,
      puts: nothing,
      deletes: nothing,
      lists: [],
      checksum: null,
    });
    expect(answer.text.length).toBeLessThan(1000);
  });

  test('after a move, are the old and the new list and the moved element, without the shifted siblings', async () => {
    const labels = ['A', 'B', 'C', 'D'];
    const ids: string[] = [];
    for (const label of labels) ids.push(await header(label));
    const [a, b, c, d] = ids;
    const { since, epoch } = await cursor();
    await client.patch('/transactions/element/bulk_update', { element_uuids: [b], parent_element: a });
    const { body } = await askChanges(client, deal, { since, epoch });
    expect(body.puts.elements.map((row: { uuid: string }) => row.uuid)).toEqual([b]);
    expect(body.lists.toSorted((x: { parent: string | null }) => (x.parent === null ? -1 : 1))).toEqual([
      { parent: null, children: [a, c, d] },
      { parent: a, children: [b] },
    ]);
    expect(body).toMatchObject({ deletes: nothing, transaction: { version: since + 1 } });
    // Moving it back empties the list, which is sent as empty.
    await client.patch('/transactions/element/bulk_update', { element_uuids: [b], parent_element: null });
    const back = await askChanges(client, deal, { since: since + 1, epoch: body.epoch });
    expect(back.body.lists).toContainEqual({ parent: a, children: [] });
  });

  test('contain a row that changed several times once, and one that was created and deleted only as deleted', async () => {
    const a = await header('A');
    const { since, epoch } = await cursor();
    await client.patch(`/transactions/element/${a}`, { label: 'B' });
    await client.patch(`/transactions/element/${a}`, { label: 'C' });
    const spa = await item('SPA');
    await client.delete(`/transactions/item/${spa.uuid}`);
    const { body } = await askChanges(client, deal, { since, epoch });
    expect(body.puts).toMatchObject({ elements: [{ uuid: a, label: 'C' }], items: [], documents: [] });
    expect(body.deletes).toEqual({ ...NO_ROWS, elements: [spa.element], items: [spa.uuid] });
  });

  test('of a deleted deal are not sent', async () => {
    const { since, epoch } = await cursor();
    await client.delete(`/transactions/transaction/${deal}`);
    expect((await askChanges(client, deal, { since, epoch })).status).toBe(404);
  });

  test('include the checksum of the whole deal if requested, even if nothing changed', async () => {
    const a = await header('A');
    await header('A1', { parent_element: a });
    await item('SPA');
    const mirror = new DealMirror(client, deal);
    const complete = await mirror.pull({ checksum: true });
    expect(complete.checksum).toBe(mirror.checksum);
    expect((await mirror.pull({ checksum: true })).checksum).toBe(complete.checksum);
    await client.patch(`/transactions/element/${a}`, { label: 'B' });
    const later = await mirror.pull({ checksum: true });
    expect(later.checksum).toBe(mirror.checksum);
    expect(later.checksum).not.toBe(complete.checksum);
  });
});

async function cursor(): Promise<{ since: number; epoch: string }> {
  const { body } = await askChanges(client, deal);
  return { since: body.version, epoch: body.epoch };
}

describe('an unusable cursor gets 410 with a message', () => {
  async function refused(query: { since?: number; epoch?: string }): Promise<void> {
    const answer = await askChanges(client, deal, query);
    expect(answer.status, answer.text).toBe(410);
    expect(answer.body.code).toBe('cursor_too_old');
    expect(answer.body.error_message).toMatch(/^[A-Z].*\.$/);
  }

  test('from another history, missing, or beyond the deal', async () => {
    await header('A');
    const { since, epoch } = await cursor();
    await refused({ since });
    await refused({ since, epoch: 'another' });
    await refused({ since: since - 1, epoch });
    await refused({ since: since + 1, epoch });
    await refused({ since: since + 1, epoch: '' });
    await refused({ since: 0, epoch });
    expect((await askChanges(client, deal, { since, epoch })).status).toBe(200);
  });

  test('of another deal with the same version', async () => {
    const { since, epoch } = await cursor();
    const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    expect((await askChanges(client, other, { since, epoch })).status).toBe(410);
  });

  test('from after the point of a database rollback, however many changes followed, but not from before it', async () => {
    await header('A');
    const before = new DealMirror(client, deal);
    await before.pull();
    const lost = await header('lost');
    const beyond = await cursor();
    await rollBack(before.cursor?.since ?? 0, lost);
    await refused(beyond);
    await header('B');
    expect((await cursor()).since).toBe(beyond.since);
    await refused(beyond);
    await header('C');
    await refused(beyond);
    const changes = await before.pull();
    expect(changes.complete).toBe(false);
    expect(byId(before.content)).toEqual(byId(await readLists(client, deal)));
  });

  test('that is older than 90 days, once these changes are deleted, but not from that day', async () => {
    const gone = await header('A');
    await client.patch(`/transactions/element/${gone}`, { label: 'A renamed' });
    await age();
    // A rename is kept in the log to detect conflicts, but that doesn't make the cursor before it valid.
    const before = await cursor();
    await client.delete(`/transactions/element/${gone}`);
    await age();
    const last = new DealMirror(client, deal);
    await last.pull();
    await header('B');
    await sweepChanges(server.services);
    await sweepChanges(server.services);
    await refused(before);
    expect((await last.pull()).complete).toBe(false);
    expect(byId(last.content)).toEqual(byId(await readLists(client, deal)));
  });

  test('except the one of the deal’s current version, however old it is', async () => {
    await header('A');
    await age();
    const current = await cursor();
    await sweepChanges(server.services);
    expect((await askChanges(client, deal, current)).status).toBe(200);
    expect((await askChanges(client, deal)).body.epoch).toBe(current.epoch);
  });

  test('so old that a full read costs less', async () => {
    const { since, epoch } = await cursor();
    await logRows(since + 1, FEED_MOST_CHANGES - 1);
    expect((await askChanges(client, deal, { since, epoch })).status).toBe(200);
    await logRows(since + 2, 2);
    await refused({ since, epoch });
    expect((await askChanges(client, deal)).status).toBe(200);
  });

  test.each(['-1', '1.5', 'x', '1e400', '', '[]'])('since=%s is not a server error', async (since) => {
    const answer = await client.get(`/transactions/transaction/${deal}/changes?since=${since}&epoch=e`);
    expect([410, 422]).toContain(answer.status);
    expect(answer.body.error_message).toMatch(/\S/);
  });
});

/** Acts as if a snapshot of that version had been restored: later changes are unknown. */
async function rollBack(version: number, element: string): Promise<void> {
  const { db } = server.services;
  await db.deleteFrom('change_log').where('transaction', '=', deal).where('version', '>', version).execute();
  await db.deleteFrom('elements').where('uuid', '=', element).execute();
  await db.updateTable('transactions').set({ version }).where('uuid', '=', deal).execute();
}

/** Acts as if recent changes of the deal were 91 days old. */
async function age(days = 91): Promise<void> {
  const at = new Date(server.services.now().getTime() - days * 86_400_000);
  await server.services.db
    .updateTable('change_log')
    .set({ at })
    .where('transaction', '=', deal)
    .where('at', '>', at)
    .execute();
}

describe('deletion after 90 days', () => {
  const lines = async () =>
    server.services.db
      .selectFrom('change_log')
      .select(['version', 'command'])
      .where('transaction', '=', deal)
      .orderBy('version')
      .execute();

  test('covers every change except the deal’s last version and the last author of each field', async () => {
    const a = await header('A');
    for (const label of ['B', 'C', 'D']) await client.patch(`/transactions/element/${a}`, { label });
    const all = await lines();
    await age(89);
    await sweepChanges(server.services);
    expect(await lines()).toEqual(all);
    await header('Last');
    const { since } = await cursor();
    await age();
    await sweepChanges(server.services);
    const kept = await lines();
    expect(kept.filter(({ version }) => version < since)).toHaveLength(1);
    expect(kept.filter(({ version }) => version === since)).not.toHaveLength(0);
  });

  test('keeps conflicts of an edit on an older version with the other person’s, and with no other field', async () => {
    const spa = await item('SPA');
    const seen = (await client.get(`/transactions/item/${spa.uuid}`)).body;
    const admin = await server.signIn('admin@firm.test');
    for (const name of ['SPA v2', 'SPA v3']) await admin.patch(`/transactions/item/${spa.uuid}`, { name });
    await header('Later');
    await age();
    await sweepChanges(server.services);
    const upon = { headers: { 'x-base-version': String(seen.version) } };
    const refused = await client.patch(`/transactions/item/${spa.uuid}`, { name: 'Mine' }, upon);
    expect(refused.body).toMatchObject({ code: 'changed_meanwhile', changed_by: 'Ada Admin' });
    const other = await client.patch(`/transactions/item/${spa.uuid}`, { complete: true }, upon);
    expect(other.status).toBe(200);
  });
});

/** Adds log lines of a version about rows that no longer exist. */
async function logRows(version: number, count: number): Promise<void> {
  const { db, now } = server.services;
  const line = { transaction: deal, version, collection: 'items', op: 'delete', command: 'test' } as const;
  for (let from = 0; from < count; from += 1000) {
    await db
      .insertInto('change_log')
      .values(
        Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({
          ...line,
          seq: from + index,
          row: v7(),
          actor: null,
          at: now(),
          detail: '{}',
        })),
      )
      .execute();
  }
  await db.updateTable('transactions').set({ version }).where('uuid', '=', deal).execute();
}
