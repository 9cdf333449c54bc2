import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeAsServer, type DealWrite } from '../../../server/store/deals/deal-write.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { startServer } from '../../../server/start-server.ts';
import { byId, DealMirror, readLists } from '../support/deal-mirror.ts';
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

type Step =
  | { kind: 'header' | 'item'; parent: number; order: number | undefined }
  | { kind: 'rename' | 'delete' | 'deleteItem' | 'editItem' | 'deleteDocument' | 'editDocument'; id: number }
  | { kind: 'move'; ids: number[]; parent: number | null | undefined; order: number | undefined }
  | { kind: 'reorder'; ids: number[] }
  | { kind: 'upload'; id: number }
  | { kind: 'fromDocuments'; ids: number[] }
  | { kind: 'deal' | 'participant' };

const index = fc.nat(20);
const order = fc.option(fc.nat(6), { nil: undefined });
const ids = fc.array(index, { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('header', 'item'), parent: index, order }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      ids,
      parent: fc.option(fc.option(index, { nil: null }), { nil: undefined }),
      order,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('rename', 'delete', 'deleteItem', 'editItem', 'deleteDocument', 'editDocument'),
      id: index,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('upload'), id: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reorder'), ids }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fromDocuments'), ids }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('deal', 'participant') }) },
);

describe('whatever happens', () => {
  let pdf: Uint8Array;
  beforeAll(async () => {
    pdf = await samplePdf({ pages: 2 });
  });

  test('the changes applied in sequence lead to the same state as the whole deal and its lists, even if some are skipped', async () => {
    const steps = fc.array(fc.record({ step, skipped: fc.boolean() }), { minLength: 60, maxLength: 60 });
    // No shrinking: conversions finish at any time, so a shorter sequence would be a different run.
    await fc.assert(fc.asyncProperty(steps, follow), { numRuns: 2, endOnFailure: true });
    // Makes two hundred writes and some thousand reads.
  });

  async function follow(steps: readonly { step: Step; skipped: boolean }[]): Promise<void> {
    deal = await dealWithRows();
    const each = new DealMirror(client, deal);
    const skipping = new DealMirror(client, deal);
    await each.pull();
    await skipping.pull();
    for (const [at, { step: one, skipped }] of steps.entries()) {
      await perform(one);
      expect((await each.pull()).complete).toBe(false);
      if (!skipped) await skipping.pull();
      if (at % 10 === 9) await assertSame(each, skipping);
    }
  }

  async function assertSame(...mirrors: DealMirror[]): Promise<void> {
    await conversionsEnded();
    const whole = new DealMirror(client, deal);
    const { checksum } = await whole.pull({ checksum: true });
    const lists = byId(await readLists(client, deal));
    expect(byId(whole.content)).toEqual(lists);
    for (const mirror of mirrors) {
      expect((await mirror.pull({ checksum: true })).checksum).toBe(checksum);
      expect(byId(mirror.content)).toEqual(lists);
      expect(mirror.transaction).toEqual(whole.transaction);
      expect(mirror.checksum).toBe(checksum);
    }
  }

  /**
   * Creates headers, one below another; an item; a document on the checklist and two in the queue, all
   * converted.
   */
  async function dealWithRows(): Promise<string> {
    deal = (await client.post('/transactions/transaction', { name: 'Generated' })).body.uuid;
    const documents: string[] = [];
    for (const name of ['NDA', 'SPA', 'Side letter'])
      documents.push((await upload(client, deal, pdf, { name })).body.uuid);
    const above = v7();
    const header = (fields: object) =>
      client.post('/transactions/element', { transaction: deal, label: 'H', ...fields });
    await header({ uuid: above });
    await header({ parent_element: above });
    await header({ parent_element: above });
    await client.post('/transactions/item', { transaction: deal, name: 'To be drafted' });
    await conversionsEnded();
    await client.post('/transactions/item/from_documents', { documents: documents.slice(0, 1) });
    return deal;
  }

  /** Performs a step if possible. A rejected step changes nothing, but also counts as a step. */
  async function perform(one: Step): Promise<void> {
    const lists = await readLists(client, deal);
    const element = (at: number) => lists.elements[at % (lists.elements.length || 1)]?.uuid ?? v7();
    const itemAt = (at: number) => lists.items[at % (lists.items.length || 1)]?.uuid ?? v7();
    const document = (at: number) => lists.documents[at % (lists.documents.length || 1)]?.uuid ?? v7();
    switch (one.kind) {
      case 'header': {
        const parent = one.parent % 2 === 0 ? null : element(one.parent);
        const place = { parent_element: parent, order: one.order };
        await client.post('/transactions/element', { transaction: deal, label: `H${one.parent}`, ...place });
        return;
      }
      case 'item':
        await client.post('/transactions/item', { transaction: deal, name: `I${one.parent}` });
        return;
      case 'rename':
        await client.patch(`/transactions/element/${element(one.id)}`, { label: `R${one.id}` });
        return;
      case 'delete':
        await client.delete(`/transactions/element/${element(one.id)}`);
        return;
      case 'deleteItem':
        await client.delete(`/transactions/item/${itemAt(one.id)}`);
        return;
      case 'editItem':
        await client.patch(`/transactions/item/${itemAt(one.id)}`, { name: `E${one.id}`, complete: true });
        return;
      case 'deleteDocument':
        await client.delete(`/transactions/document/${document(one.id)}`);
        return;
      case 'editDocument':
        await client.patch(`/transactions/document/${document(one.id)}`, { name: `D${one.id}` });
        return;
      case 'move':
        await client.patch('/transactions/element/bulk_update', {
          element_uuids: one.ids.map(element),
          order: one.order,
          parent_element: typeof one.parent === 'number' ? element(one.parent) : one.parent,
        });
        return;
      case 'reorder':
        await client.post(`/transactions/transaction/${deal}/reorder`, { item_list: one.ids.map(itemAt) });
        return;
      case 'upload':
        // Its conversion continues during the next steps.
        await upload(client, deal, pdf, { name: `U${one.id}` });
        return;
      case 'fromDocuments':
        await client.post('/transactions/item/from_documents', { documents: one.ids.map(document) });
        return;
      case 'deal':
        await client.patch(`/transactions/transaction/${deal}`, { name: `Renamed ${v7()}` });
        return;
      case 'participant':
        await takePart();
    }
  }

  async function conversionsEnded(): Promise<void> {
    for (const { uuid } of (await readLists(client, deal)).documents) await converted(client, uuid);
  }

  /** Adds a participant, or removes the one that was added, like a command of the server. */
  async function takePart(): Promise<void> {
    const work = async (scope: DealWrite) => {
      const { tx, stamp, now } = scope;
      const person = await tx
        .selectFrom('users')
        .select('uuid')
        .where('email', '=', 'colleague@firm.test')
        .executeTakeFirstOrThrow();
      const row = await tx
        .insertInto('participants')
        .values({
          uuid: v7(),
          transaction: deal,
          user_uuid: person.uuid,
          creator: false,
          deleted: false,
          archived: false,
          created_at: now,
          ...stamp,
        })
        .onConflict((conflict) =>
          conflict.columns(['transaction', 'user_uuid']).doUpdateSet({ deleted: true, ...stamp }),
        )
        .returning('uuid')
        .executeTakeFirstOrThrow();
      scope.put('participants', row.uuid);
    };
    await writeAsServer(server.services, 'test', async () => deal, work);
  }
});

describe('with many writers at once', () => {
  test('no reader misses a version: the feed up to a cursor includes every write acknowledged with that version or an earlier one', async () => {
    const admin = await server.signIn('admin@firm.test');
    const mirrors = [new DealMirror(client, deal), new DealMirror(admin, deal)];
    for (const mirror of mirrors) await mirror.pull();
    const answered: { uuid: string; version: number }[] = [];
    const written = new AbortController();
    const write = async (writer: TestClient, name: string) => {
      for (let n = 0; n < 25; n += 1) {
        const { body } = await writer.post('/transactions/element', {
          transaction: deal,
          label: `${name} ${n}`,
          order: 0,
        });
        answered.push({ uuid: body.uuid, version: body.version });
      }
    };
    const follow = async (mirror: DealMirror) => {
      while (!written.signal.aborted) {
        const { version } = await mirror.pull();
        const there = new Set(mirror.content.elements.map((element) => element.uuid));
        const missed = answered.filter((one) => one.version <= version && !there.has(one.uuid));
        expect(missed).toEqual([]);
      }
    };
    const writing = Promise.all([client, admin, client, admin].map((writer, at) => write(writer, `W${at}`)));
    await Promise.all([writing.finally(() => written.abort()), ...mirrors.map(follow)]);
    expect(answered.map((one) => one.version).toSorted((a, b) => a - b)).toEqual(
      answered.map((_, at) => at + 2),
    );
    const lists = byId(await readLists(client, deal));
    for (const mirror of mirrors) {
      await mirror.pull();
      expect(byId(mirror.content)).toEqual(lists);
    }
  });
});

test('a conversion’s change to an item on the checklist reaches readers who have seen the item before', async () => {
  const sample = await startTestServer({ demo: true, role: 'web' });
  const partner = sample.client();
  await partner.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  const sampleDeal = (await partner.get('/transactions/transaction')).body[0].uuid;
  const mirror = new DealMirror(partner, sampleDeal);
  await mirror.pull();
  expect(mirror.content.items.some((item) => item.document !== null)).toBe(true);
  expect(mirror.content.items.some((item) => item.pages.length > 0)).toBe(false);
  const worker = await startServer({ ...sample.settings, demo: false, role: 'worker' });
  try {
    const hasPages = async () => {
      await mirror.pull();
      return mirror.content.items.some((item) => item.pages.length > 0);
    };
    await expect.poll(hasPages).toBe(true);
  } finally {
    await worker.close();
  }
  await mirror.pull();
  expect(byId(mirror.content)).toEqual(byId(await readLists(partner, sampleDeal)));
  await sample.stop();
});
