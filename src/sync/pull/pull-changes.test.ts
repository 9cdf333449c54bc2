import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptedServer, type Answering } from '../../../tests/support/scripted-server.ts';
import { newTransactionRow, NO_ROWS } from '../../../tests/support/rows.ts';
import type { Changes } from '../../contract/entities/transactions/changes.ts';
import type { Element } from '../../contract/entities/checklist/element.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { dealChecksum } from '../../contract/rules/transactions/deal-checksum.ts';
import { subscribeChanges, type AnnouncedSet } from '../../db/change-sets.ts';
import { snakify } from '../../db/codec.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { deleteElements } from '../../db/commands/checklist/delete-element.ts';
import { moveElements } from '../../db/commands/checklist/move-elements.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { ACCOUNT_LANE } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { nextTick, type Leadership } from '../engine/leader.ts';
import { pullSource } from './pull.ts';
import { createTransport, type Transport } from '../transport/transport.ts';

const AT = '2026-01-01T00:00:00.000Z';
const birch = newTransactionRow('Birch');
const deal = birch.uuid;
const [a, b, c] = [newUuid(), newUuid(), newUuid()];

let server: ScriptedServer;
let transport: Transport;
let db: MirrorDatabase;
let leadership: Leadership;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(async () => {
  server.seen.length = 0;
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(birch);
  leadership = { db, epoch: 1 };
  return async () => db.delete();
});

function element(uuid: string, order: number, version = 1): Element {
  const place = { order, parent_element: null };
  const row = { uuid, transaction: deal, item: null, task: null, label: `Header ${uuid}`, version };
  return { ...row, ...place, modified_at: AT, modified_by: null };
}

/** A response of the feed, by default for a deal in which nothing has changed since version 3. */
function changes(
  told: Partial<Omit<Changes, 'puts' | 'deletes'>> & { elements?: Element[]; gone?: string[] } = {},
) {
  const { elements = [], gone = [], ...rest } = told;
  const body: Changes = {
    epoch: 'one',
    version: 3,
    complete: false,
    transaction: null,
    puts: { ...NO_ROWS, elements },
    deletes: { ...NO_ROWS, elements: gone },
    lists: [],
    checksum: null,
    ...rest,
  };
  return { status: 200, body } satisfies Answering;
}

/** The whole deal: three headers. */
const whole = () =>
  changes({
    complete: true,
    elements: [element(a, 0), element(b, 1), element(c, 2)],
    lists: [{ parent: null, children: [a, b, c] }],
  });

function serve(...answers: Answering[]): void {
  server.script = () =>
    answers.shift() ?? { status: 503, body: { code: 'unavailable', error_message: 'No more.' } };
}

async function pull(check = false) {
  return (await pullSource(leadership, transport, deal, 'changes', { check })).outcome;
}

async function top() {
  return (await db.childLists.get(`${deal}/${TOP}`))?.children;
}

function asked(): string[] {
  return server.seen.splice(0).map(({ url }) => url.split('?')[1] ?? '');
}

/** Returns the list of everything that is announced from now on. */
function hear(): AnnouncedSet[] {
  const heard: AnnouncedSet[] = [];
  subscribeChanges(db.userId, (set) => heard.push(set));
  return heard;
}

describe('a deal that is pulled by its feed', () => {
  beforeEach(async () => {
    serve(whole());
    expect(await pull()).toBe('applied');
  });

  it('[FEED1] is read in full first, and then from the cursor', async () => {
    serve(
      changes({ version: 4, elements: [{ ...element(a, 0, 4), label: 'Closing' }] }),
      changes({ version: 4 }),
    );
    await pull();
    await pull();
    expect(asked()).toEqual(['', 'since=3&epoch=one', 'since=4&epoch=one']);
    expect((await db.elements.get(a))?.label).toBe('Closing');
    expect(await top()).toEqual([a, b, c]);
  });

  it('[FEED1] loses rows that the feed reports as deleted, and gets orders as whole lists', async () => {
    serve(
      changes({
        version: 4,
        gone: [b],
        lists: [
          { parent: null, children: [c] },
          { parent: c, children: [a] },
        ],
      }),
      changes({
        version: 5,
        lists: [
          { parent: null, children: [c, a] },
          { parent: c, children: [] },
        ],
      }),
    );
    await pull();
    expect(await top()).toEqual([c]);
    expect((await db.childLists.get(`${deal}/${c}`))?.children).toEqual([a]);
    expect(await db.elements.get(b)).toBeUndefined();
    await pull();
    expect(await top()).toEqual([c, a]);
    expect(await db.childLists.get(`${deal}/${c}`)).toBeUndefined();
  });

  it('[PULL2] writes no row and wakes no screen if nothing has changed', async () => {
    const heard = hear();
    serve(changes());
    await pull();
    expect(heard).toEqual([]);
  });

  it('[FEED2] is pulled again in full if the server cannot continue from the cursor', async () => {
    const refused = { status: 410, body: { code: 'cursor_too_old', error_message: 'Pull it whole.' } };
    serve(
      refused,
      changes({
        epoch: 'two',
        version: 2,
        complete: true,
        elements: [element(a, 0)],
        lists: [{ parent: null, children: [a] }],
      }),
    );
    expect(await pull()).toBe('again');
    expect(await db.elements.count(), 'until then it stays as it is').toBe(3);
    expect(await pull()).toBe('applied');
    expect(await top()).toEqual([a]);
    expect(await db.elements.count()).toBe(1);
    serve(changes({ epoch: 'two', version: 2 }));
    asked();
    await pull();
    expect(asked()).toEqual(['since=2&epoch=two']);
  });

  it('[PULL4] keeps unsent edits on top of what others did', async () => {
    await renameHeader(db, { transaction: deal, uuid: a, label: 'Mine' });
    await moveElements(db, { transaction: deal, ids: [c], parent: TOP, after: null });
    serve(
      changes({
        version: 4,
        elements: [{ ...element(a, 0, 4), label: 'Theirs' }],
        gone: [b],
        lists: [{ parent: null, children: [a, c] }],
      }),
    );
    await pull();
    expect((await db.elements.get(a))?.label).toBe('Mine');
    expect((await db.base.get(['elements', a]))?.row).toMatchObject({ label: 'Theirs' });
    expect(await top()).toEqual([c, a]);
  });

  it('[PUSH4] drops an acknowledged edit after a request that followed the acknowledgment', async () => {
    await renameHeader(db, { transaction: deal, uuid: a, label: 'Mine' });
    const acked = { state: 'acked' as const, awaiting: ['elements' as const] };
    server.script = async () => {
      // The acknowledgment arrives during the feed's request.
      const tick = await db.transaction('rw', db.meta, async () => nextTick(db));
      await db.outbox.toCollection().modify({ ...acked, tick });
      return changes();
    };
    await pull();
    expect((await db.elements.get(a))?.label).toBe('Mine');
    expect(await db.outbox.count()).toBe(1);
    serve(changes({ version: 4, elements: [{ ...element(a, 0, 4), label: 'Mine' }] }));
    await pull();
    expect(await db.outbox.count()).toBe(0);
    expect(await db.base.count()).toBe(0);
    expect((await db.elements.get(a))?.version).toBe(4);
  });

  it('[FEED3] is counted and pulled again in full if the checksum differs', async () => {
    await db.elements.delete(b);
    const sum = dealChecksum({
      rows: { elements: [a, b, c].map((uuid) => ({ uuid, version: 1 })) },
      lists: [[TOP, [a, b, c]]],
    });
    serve(changes({ checksum: sum }), { ...whole(), body: { ...whole().body, checksum: sum } });
    expect(await pull(true)).toBe('again');
    expect((await db.meta.get('healed'))?.value).toBe(1);
    expect(await pull(true)).toBe('applied');
    expect(asked().slice(1)).toEqual(['since=3&epoch=one&checksum=true', 'checksum=true']);
    expect(await db.elements.count()).toBe(3);
  });

  it('[FEED3] has a matching checksum regardless of unsent edits', async () => {
    await renameHeader(db, { transaction: deal, uuid: a, label: 'Mine' });
    await moveElements(db, { transaction: deal, ids: [c], parent: b, after: null });
    const rows = { elements: [a, b, c].map((uuid) => ({ uuid, version: 1 })) };
    serve(changes({ checksum: dealChecksum({ rows, lists: [[TOP, [a, b, c]]] }) }));
    expect(await pull(true)).toBe('applied');
  });

  it('[PULL3] is neither reverted nor purged by an older deal list', async () => {
    const deals = snakify([{ ...birch, name: 'Old name', version: 2 }]);
    const renamed = snakify({ ...birch, name: 'New name', version: 4 });
    server.script = async ({ url }) => {
      if (url.includes('archived')) return { status: 200, body: [] };
      if (!url.includes('/changes')) {
        // During the list's request, the feed is requested and answered.
        await pull();
        return { status: 200, body: deals };
      }
      return { ...changes({ version: 4 }), body: { ...changes({ version: 4 }).body, transaction: renamed } };
    };
    await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
    expect((await db.transactions.get(deal))?.name).toBe('New name');
  });
});

it('[FEED1] changes are not applied to a deal that was purged and listed again while they were requested', async () => {
  serve(whole());
  await pull();
  server.script = async () => {
    await db.cursors.delete(`${deal}/changes`);
    await db.elements.clear();
    return changes({ version: 4, elements: [{ ...element(a, 0, 4), label: 'Closing' }] });
  };
  await pull();
  expect(await db.elements.count(), 'one row would look like the whole checklist').toBe(0);
  expect(await db.cursors.get(`${deal}/changes`)).toBeUndefined();
  serve(whole());
  asked();
  await pull();
  expect(asked()).toEqual(['']);
  expect(await top()).toEqual([a, b, c]);
});

it('[PULL5] a deal missing from a list requested before its feed is purged by the next list', async () => {
  serve(whole());
  await pull();
  const list = { status: 200, body: [], headers: { etag: '"gone"' } };
  let late = true;
  server.script = async ({ url, headers }) => {
    if (url.includes('/changes')) return whole();
    if (url.endsWith(`/transaction/${deal}`))
      return { status: 404, body: { code: 'not_found', error_message: 'No such deal.' } };
    if (late && !url.includes('archived')) {
      late = false;
      await db.cursors.delete(`${deal}/changes`);
      await pull();
    }
    return headers['if-none-match'] === '"gone"' ? { status: 304 } : list;
  };
  await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
  expect(await db.transactions.count(), 'the feed was answered after the list was asked for').toBe(1);
  await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
  expect(await db.transactions.count()).toBe(0);
});

it('[PULL3] a list read before the feed leaves the deal’s row as the feed set it', async () => {
  const renamed = snakify({ ...birch, name: 'New name', version: 4 });
  serve({ ...whole(), body: { ...whole().body, version: 4, transaction: renamed } });
  await pull();
  const list = snakify([{ ...birch, name: 'Old name', version: 2 }]);
  server.script = ({ url }) => ({ status: 200, body: url.includes('archived') ? [] : list });
  await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
  expect((await db.transactions.get(deal))?.name).toBe('New name');
});

it('[FEED2] after a restore to the time of the deal list, later feed changes of a deal are dropped', async () => {
  const list = { status: 200, body: snakify([{ ...birch, name: 'As in the list', version: 1 }]) };
  server.script = ({ url, headers }) => {
    if (url.includes('/changes')) {
      const renamed = snakify({ ...birch, name: 'Renamed', version: 2 });
      return {
        ...changes(),
        body: { ...changes({ version: 2, complete: true }).body, transaction: renamed },
      };
    }
    if (headers['if-none-match'] === '"1"') return { status: 304 };
    return { ...list, ...(url.includes('archived') && { body: [] }), headers: { etag: '"1"' } };
  };
  await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
  await pull();
  expect((await db.transactions.get(deal))?.name).toBe('Renamed');
  const pulled = await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
  expect(pulled).toEqual({ outcome: 'applied', behind: [deal] });
});

it('[FEED2] changes read before the deal list are requested again if an edit waits for them', async () => {
  await createHeader(db, { transaction: deal, uuid: newUuid(), label: 'Tax', parent: TOP });
  await db.transactions.clear();
  await db.base.clear();
  await db.outbox.toCollection().modify({ state: 'acked', tick: await nextTick(db), awaiting: ['elements'] });
  serve(whole());
  await pull();
  expect(await db.outbox.count(), 'there was no row of the deal to take it for').toBe(1);
  const list = { status: 200, body: snakify([birch]) };
  server.script = ({ url }) => (url.includes('archived') ? { ...list, body: [] } : list);
  const pulled = await pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
  expect(pulled).toEqual({ outcome: 'applied', behind: [deal] });
  serve(whole());
  await pull();
  expect(await db.outbox.count()).toBe(0);
});

it('[FEED3] a deal whose checksum still differs after a full pull is not pulled again for that reason', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve({ ...whole(), body: { ...whole().body, checksum: '0123456789abcdef' } });
  expect(await pull(true)).toBe('applied');
  expect((await db.meta.get('healed'))?.value).toBe(1);
  expect(await db.cursors.get(`${deal}/changes`)).toMatchObject({ version: 3 });
  vi.restoreAllMocks();
});

it('[PULL2] an empty pull in the same minute writes nothing at all', async () => {
  serve(whole(), changes());
  await pull();
  const put = vi.spyOn(db.cursors, 'put');
  await pull();
  expect(put).not.toHaveBeenCalled();
});

describe('[PULL10] an answer with many rows', () => {
  const many = Array.from({ length: 2500 }, (_, order) => element(newUuid(), order));
  const ids = many.map(({ uuid }) => uuid);
  const large = (version = 3) =>
    changes({ version, complete: true, elements: many, lists: [{ parent: null, children: ids }] });

  it('is written in several transactions and announced at the end, without listing each row', async () => {
    const heard = hear();
    const rowsWhenHeard: Promise<number>[] = [];
    subscribeChanges(db.userId, () => rowsWhenHeard.push(db.elements.count()));
    serve(large());
    await pull();
    expect(await top()).toEqual(ids);
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await Promise.all(rowsWhenHeard)).toEqual([2500, 2500, 2500, 2500]);
  });

  it('that breaks off is pulled again from the end of the last transaction', async () => {
    let commits = 0;
    db.elements.hook('creating', () => {
      commits += 1;
      // Another worker takes over once the first thousand is written.
      if (commits === 1001) void db.meta.put({ key: 'epoch', value: 2 });
    });
    serve(large());
    await expect(pull()).rejects.toThrow('another worker leads');
    expect(await top(), 'the deal does not look complete').toBeUndefined();
    leadership = { db, epoch: 2 };
    serve(large());
    asked();
    await pull();
    expect(asked()).toEqual(['']);
    expect(await top()).toEqual(ids);
    expect(await db.elements.count()).toBe(2500);
  });

  it('does not count as complete if the deal was purged and listed again in the meantime', async () => {
    let rows = 0;
    db.elements.hook('creating', () => {
      rows += 1;
      if (rows === 1001) void db.elements.bulkDelete(ids.slice(0, 1000));
    });
    serve(large());
    await pull();
    expect(await db.cursors.get(`${deal}/changes`)).toBeUndefined();
    expect(await top()).toBeUndefined();
  });

  it('is complete even if the user deletes one of its rows in the meantime', async () => {
    const [first = ''] = ids;
    serve(
      changes({
        complete: true,
        elements: many.slice(0, 3),
        lists: [{ parent: null, children: ids.slice(0, 3) }],
      }),
    );
    await pull();
    await deleteElements(db, { transaction: deal, uuids: [first] });
    serve(large(4));
    await pull();
    expect(await db.cursors.get(`${deal}/changes`)).toMatchObject({ version: 4 });
    expect(await db.elements.count()).toBe(2499);
  });
});
