import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { TestClient } from '../support/test-client.ts';
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

async function elements(): Promise<Element[]> {
  return (await client.get(`/transactions/element?transaction=${deal}`)).body;
}

/** Returns the checklist as indented lines, with the labels of headers and the names of items. */
async function outline(): Promise<string[]> {
  const rows = await elements();
  const items = (await client.get(`/transactions/item?transaction=${deal}`)).body;
  const names = new Map<string, string>(
    items.map((item: { uuid: string; name: string }) => [item.uuid, item.name]),
  );
  const below = (parent: string | null, depth: number): string[] =>
    rows
      .filter((row) => row.parent_element === parent)
      .toSorted((a, b) => a.order - b.order)
      .flatMap((row) => [
        `${'  '.repeat(depth)}${row.label ?? names.get(row.item ?? '')}`,
        ...below(row.uuid, depth + 1),
      ]);
  return below(null, 0);
}

async function header(
  label: string,
  place: { parent_element?: string; order?: number } = {},
): Promise<string> {
  const answer = await client.post('/transactions/element', { transaction: deal, label, ...place });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.uuid;
}

async function item(name: string, parent?: string): Promise<{ uuid: string; element: string }> {
  const element = v7();
  const answer = await client.post('/transactions/item', { transaction: deal, name, element_uuid: element });
  expect(answer.status, answer.text).toBe(201);
  if (parent !== undefined)
    await client.patch(`/transactions/element/${element}`, { parent_element: parent });
  return { uuid: answer.body.uuid, element };
}

describe('headers', () => {
  test('are added at the end or at a place, and later rows shift', async () => {
    await header('A');
    await header('C');
    await header('B', { order: 1 });
    await header('far', { order: 99 });
    expect(await outline()).toEqual(['A', 'B', 'C', 'far']);
    expect((await elements()).map((row) => row.order)).toEqual([0, 1, 2, 3]);
  });

  test('are renamed and trimmed, and an empty name is rejected with the field', async () => {
    const uuid = await header('A');
    const renamed = await client.patch(`/transactions/element/${uuid}?transaction=${deal}`, {
      label: '  Closing  ',
    });
    expect(renamed.body.label).toBe('Closing');
    const refused = await client.patch(`/transactions/element/${uuid}`, { label: '   ' });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      code: 'invalid',
      error_message: 'label: A header needs a name.',
      fields: ['label'],
    });
  });

  test('that are deleted leave their children in their place, under their parent', async () => {
    const a = await header('A');
    await header('A1', { parent_element: a });
    await header('A2', { parent_element: a });
    await header('B');
    expect((await client.delete(`/transactions/element/${a}?transaction=${deal}`)).status).toBe(204);
    expect(await outline()).toEqual(['A1', 'A2', 'B']);
    expect((await elements()).map((row) => row.order)).toEqual([0, 1, 2]);
  });

  test('an element is either a header or a document', async () => {
    const { uuid } = await item('SPA');
    const both = await client.post('/transactions/element', { transaction: deal, label: 'A', item: uuid });
    const neither = await client.post('/transactions/element', { transaction: deal });
    expect([both.status, neither.status]).toEqual([422, 422]);
  });

  test('return 404 if the query names a different deal than the element’s', async () => {
    const a = await header('A');
    const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    expect(
      (await client.patch(`/transactions/element/${a}?transaction=${other}`, { label: 'B' })).status,
    ).toBe(404);
    expect((await client.delete(`/transactions/element/${a}?transaction=${other}`)).status).toBe(404);
  });
});

describe('moves', () => {
  test('remove all rows first, then insert them as one block, at a position that is counted without them', async () => {
    const ids = [];
    for (const label of ['A', 'B', 'C', 'D', 'E']) ids.push(await header(label));
    const [a, , c, d] = ids;
    const answer = await client.patch('/transactions/element/bulk_update', {
      element_uuids: [d, a, d],
      order: 1,
    });
    expect(answer.body.map((row: Element) => row.label)).toEqual(['D', 'A']);
    expect(await outline()).toEqual(['B', 'D', 'A', 'C', 'E']);
    await client.patch('/transactions/element/bulk_update', { element_uuids: [c], parent_element: null });
    expect(await outline()).toEqual(['B', 'D', 'A', 'E', 'C']);
  });

  test('move ids inside another moved element along with it', async () => {
    const a = await header('A');
    const a1 = await header('A1', { parent_element: a });
    const b = await header('B');
    await client.patch('/transactions/element/bulk_update', { element_uuids: [a1, a], parent_element: b });
    expect(await outline()).toEqual(['B', '  A', '    A1']);
  });

  test('into or below the moved row itself are rejected, and nothing changes', async () => {
    const a = await header('A');
    const a1 = await header('A1', { parent_element: a });
    const b = await header('B');
    for (const parent_element of [a, a1]) {
      const answer = await client.patch('/transactions/element/bulk_update', {
        element_uuids: [b, a],
        parent_element,
      });
      expect(answer.status).toBe(422);
      expect(answer.body.error_message).toBe('An item can’t be moved into itself.');
    }
    expect(await outline()).toEqual(['A', '  A1', 'B']);
  });

  test('from different parents without a target are rejected', async () => {
    const a = await header('A');
    const a1 = await header('A1', { parent_element: a });
    const b = await header('B');
    const answer = await client.patch('/transactions/element/bulk_update', {
      element_uuids: [a1, b],
      order: 0,
    });
    expect(answer.status).toBe(422);
  });

  test('are all or nothing: one unknown or foreign id, and nothing moves', async () => {
    const a = await header('A');
    await header('B');
    const own = deal;
    deal = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    const foreign = await header('X');
    deal = own;
    for (const stranger of [v7(), foreign]) {
      const answer = await client.patch('/transactions/element/bulk_update', {
        element_uuids: [a, stranger],
      });
      expect(answer.status).toBe(404);
    }
    const unknownParent = await client.patch('/transactions/element/bulk_update', {
      element_uuids: [a],
      parent_element: foreign,
    });
    expect(unknownParent.status).toBe(404);
    expect(await outline()).toEqual(['A', 'B']);
  });

  test('put only documents under a document', async () => {
    const a = await header('A');
    const spa = await item('SPA');
    const annex = await item('Annex', spa.element);
    expect(await outline()).toEqual(['A', 'SPA', '  Annex']);
    const moved = await client.patch(`/transactions/element/${a}`, { parent_element: annex.element });
    expect(moved.status).toBe(422);
    const made = await client.post('/transactions/element', {
      transaction: deal,
      label: 'B',
      parent_element: spa.element,
    });
    expect(made.status).toBe(422);
  });

  test('that change nothing do not advance the counter', async () => {
    const a = await header('A');
    const before = (await client.get(`/transactions/transaction/${deal}`)).body.version;
    await client.patch(`/transactions/element/${a}`, { order: 0 });
    expect((await client.get(`/transactions/transaction/${deal}`)).body.version).toBe(before);
  });
});

describe('items', () => {
  test('are added at the end of the top level, and return the place of their element', async () => {
    const a = await header('A');
    const spa = await item('SPA', a);
    const row = (await client.get(`/transactions/item/${spa.uuid}`)).body;
    expect(row).toMatchObject({
      name: 'SPA',
      document: null,
      element_order: 0,
      element_parent: a,
      pages: [],
    });
  });

  test('are reordered into the positions that the named siblings have now', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await item(name)).uuid);
    const [a, , c, d] = ids;
    const answer = await client.post(`/transactions/transaction/${deal}/reorder`, { item_list: [d, a, c] });
    expect(answer.status).toBe(204);
    expect(await outline()).toEqual(['D', 'B', 'A', 'C']);
  });

  test('of different parents and unknown ones cannot be reordered', async () => {
    const a = await header('A');
    const spa = await item('SPA', a);
    const nda = await item('NDA');
    const path = `/transactions/transaction/${deal}/reorder`;
    expect((await client.post(path, { item_list: [spa.uuid, nda.uuid] })).status).toBe(422);
    expect((await client.post(path, { item_list: [spa.uuid, v7()] })).status).toBe(404);
  });

  test('get their element in the place that an element create gives', async () => {
    const a = await header('A');
    const spa = await item('SPA');
    const answer = await client.post('/transactions/element', {
      transaction: deal,
      item: spa.uuid,
      parent_element: a,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ uuid: spa.element, item: spa.uuid, parent_element: a, order: 0 });
    expect(await outline()).toEqual(['A', '  SPA']);
  });

  test('are deleted with their element and vice versa, and attachments move up in their place', async () => {
    const spa = await item('SPA');
    await item('Annex', spa.element);
    await item('NDA');
    expect((await client.delete(`/transactions/item/${spa.uuid}`)).status).toBe(204);
    expect(await outline()).toEqual(['Annex', 'NDA']);
    expect((await client.get(`/transactions/item/${spa.uuid}`)).status).toBe(404);
    const nda = (await elements())[1]!;
    await client.delete(`/transactions/element/${nda.uuid}`);
    expect((await client.get(`/transactions/item/${nda.item}`)).status).toBe(404);
  });

  test('an edit of an older version is rejected if another person changed the same field since, and says who, when, and to what', async () => {
    const spa = await item('SPA');
    const seen = (await client.get(`/transactions/item/${spa.uuid}`)).body;
    const admin = await server.signIn('admin@firm.test');
    const renamed = await admin.patch(`/transactions/item/${spa.uuid}`, { name: 'Share Purchase Agreement' });
    await admin.patch(`/transactions/item/${spa.uuid}`, { description: 'of a later time, and of no matter' });
    const headers = { 'x-base-version': String(seen.version) };
    const refused = await client.patch(`/transactions/item/${spa.uuid}`, { name: 'SPA v2' }, { headers });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'changed_meanwhile',
      fields: ['name'],
      current: { name: 'Share Purchase Agreement' },
      changed_by: 'Ada Admin',
      changed_at: renamed.body.modified_at,
    });
    // Another field, a user's own earlier change, and the same text are no conflicts.
    expect(
      (await client.patch(`/transactions/item/${spa.uuid}`, { complete: true }, { headers })).status,
    ).toBe(200);
    expect(
      (await client.patch(`/transactions/item/${spa.uuid}`, { complete: false }, { headers })).status,
    ).toBe(200);
    expect(
      (
        await client.patch(
          `/transactions/item/${spa.uuid}`,
          { name: 'Share Purchase Agreement' },
          { headers },
        )
      ).status,
    ).toBe(200);
  });
});

describe('the change log', () => {
  test('has all effects of a command under one version, which the changed rows also have', async () => {
    const a = await header('A');
    const spa = await item('SPA', a);
    const log = await server.services.db
      .selectFrom('change_log')
      .selectAll()
      .where('transaction', '=', deal)
      .orderBy('version')
      .orderBy('seq')
      .execute();
    const versions = [...new Set(log.map((line) => line.version))];
    expect(versions).toEqual(versions.map((_, index) => index + 1));
    const last = log.filter((line) => line.version === versions.at(-1));
    expect(last.map((line) => `${line.op} ${line.collection} ${line.row}`)).toEqual([
      `put child_lists ${deal}`,
      `put child_lists ${a}`,
      `put elements ${spa.element}`,
    ]);
    expect(last[0]).toMatchObject({ command: 'elements.update' });
    const moved = (await elements()).find((row) => row.uuid === spa.element);
    expect(moved?.version).toBe(versions.at(-1));
    // A move changes the element. Neither the item nor the siblings that shift are changed rows.
    expect((await client.get(`/transactions/item/${spa.uuid}`)).body.version).toBe(versions.at(-2));
    expect((await elements()).find((row) => row.uuid === a)?.version).toBe(versions.at(1));
    expect((await client.get(`/transactions/transaction/${deal}`)).body.version).toBe(versions.at(-1));
  });
});

type Step =
  | { kind: 'header'; parent: number; order: number | undefined }
  | { kind: 'item' }
  | { kind: 'move'; ids: number[]; parent: number | null | undefined; order: number | undefined }
  | { kind: 'delete'; id: number }
  | { kind: 'reorder'; ids: number[] };

const index = fc.nat(30);
const order = fc.option(fc.nat(8), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('header' as const), parent: index, order }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('item' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      ids: fc.array(index, { minLength: 1, maxLength: 4 }),
      parent: fc.option(fc.option(index, { nil: null }), { nil: undefined }),
      order,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reorder' as const),
      ids: fc.array(index, { minLength: 1, maxLength: 4 }),
    }),
  },
);

test('whatever happens, orders have no gaps, every parent exists, nothing is below itself, and only items are under items', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      deal = (await client.post('/transactions/transaction', { name: 'Random' })).body.uuid;
      for (const one of steps) {
        const rows = await elements();
        const at = (n: number) => (rows.length === 0 ? undefined : rows[n % rows.length]);
        const answer = await perform(one, at);
        expect([200, 201, 204, 422]).toContain(answer?.status ?? 200);
        const after = await elements();
        assertSound(after);
        // A rejected command has changed nothing.
        if (answer?.status === 422) expect(after).toEqual(rows);
      }
    }),
    { numRuns: 12 },
  );
});

async function perform(one: Step, at: (n: number) => Element | undefined) {
  switch (one.kind) {
    case 'header':
      return client.post('/transactions/element', {
        transaction: deal,
        label: 'H',
        parent_element: one.parent % 2 === 0 ? null : (at(one.parent)?.uuid ?? null),
        order: one.order,
      });
    case 'item':
      return client.post('/transactions/item', { transaction: deal, name: 'I' });
    case 'move': {
      const ids = one.ids.flatMap((id) => at(id)?.uuid ?? []);
      if (ids.length === 0) return undefined;
      const parent = one.parent == null ? one.parent : (at(one.parent)?.uuid ?? null);
      return client.patch('/transactions/element/bulk_update', {
        element_uuids: ids,
        parent_element: parent,
        order: one.order,
      });
    }
    case 'delete': {
      const row = at(one.id);
      return row && client.delete(`/transactions/element/${row.uuid}`);
    }
    case 'reorder': {
      const items = one.ids.flatMap((id) => at(id)?.item ?? []);
      return items.length === 0
        ? undefined
        : client.post(`/transactions/transaction/${deal}/reorder`, { item_list: items });
    }
  }
}

function assertSound(rows: readonly Element[]): void {
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  const children = new Map<string | null, number[]>();
  for (const row of rows) {
    children.set(row.parent_element, [...(children.get(row.parent_element) ?? []), row.order]);
    const above = row.parent_element === null ? undefined : byId.get(row.parent_element);
    if (row.parent_element !== null) expect(above).toBeDefined();
    if (above?.item) expect(row.item).not.toBeNull();
    const path = new Set<string>();
    for (
      let up: Element | undefined = row;
      up;
      up = up.parent_element === null ? undefined : byId.get(up.parent_element)
    ) {
      expect(path.has(up.uuid)).toBe(false);
      path.add(up.uuid);
    }
  }
  for (const orders of children.values())
    expect(orders.toSorted((a, b) => a - b)).toEqual(orders.map((_, n) => n));
}
