import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryCaches } from '../../../tests/support/memory-caches.ts';
import { newFileRow, NO_ROWS } from '../../../tests/support/rows.ts';
import { ScriptedServer, type Answering, type Seen } from '../../../tests/support/scripted-server.ts';
import type { Changes } from '../../contract/entities/transactions/changes.ts';
import type { Element } from '../../contract/entities/checklist/element.ts';
import type { Transaction } from '../../contract/entities/transactions/transaction.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { subscribeChanges, type AnnouncedSet } from '../../db/change-sets.ts';
import { createTransaction } from '../../db/commands/transactions/create-transaction.ts';
import { deleteTransaction } from '../../db/commands/transactions/delete-transaction.ts';
import { keepOffline } from '../../db/commands/transactions/keep-offline.ts';
import { leaveTransaction } from '../../db/commands/transactions/leave-transaction.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { updateTransaction } from '../../db/commands/transactions/update-transaction.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { dealsWithOfflineFiles, offlineCacheName } from '../../db/offline/file-caches.ts';
import { offlineDealRecords } from '../../db/offline/offline-deals.ts';
import { isFlagOn } from '../../db/queries/account/features.ts';
import { ACCOUNT_LANE, type FileRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { elementRows } from '../../db/wire-rows.ts';
import type { Leadership } from '../engine/leader.ts';
import { pullSource } from './pull.ts';
import { createTransport, type Transport } from '../transport/transport.ts';
import { DEAL_FACTS } from '../../../tests/support/deal-facts.ts';

const AT = '2026-01-01T00:00:00.000Z';
const birch = newUuid();
const elm = newUuid();
const user = newUuid();
const NEW_DEAL = { name: 'Alder', clientName: '', matterNumber: '', closingDate: null };

let server: ScriptedServer;
let transport: Transport;
let db: MirrorDatabase;
let leadership: Leadership;
/** The deal's rows in the server's last answer. */
let version = 0;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(async () => {
  server.seen.length = 0;
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  leadership = { db, epoch: 1 };
  return async () => db.delete();
});

function deal(uuid: string, name: string, archived = false): Transaction {
  return {
    ...DEAL_FACTS,
    uuid,
    name,
    created_at: AT,
    created_by: { uuid: user, name: 'Margaret Whitfield' },
    archived,
    organization: user,
    url: '',
    version: 1,
    modified_at: AT,
    modified_by: user,
  };
}

function element(uuid: string, order: number): Element {
  return {
    uuid,
    transaction: birch,
    item: null,
    task: null,
    label: uuid,
    order,
    parent_element: null,
    version: 1,
    modified_at: AT,
    modified_by: null,
  };
}

/** Responds with a list and a tag derived from it, or with 304 if the client sent that tag. */
function tagged({ headers }: Seen, body: unknown[]): Answering {
  const etag = `"${Buffer.from(JSON.stringify(body)).toString('base64url')}"`;
  return headers['if-none-match'] === etag ? { status: 304 } : { status: 200, body, headers: { etag } };
}

/** The whole deal by its feed. Each response has a later version. */
function feedOf(...elements: Element[]): Answering {
  version += 1;
  const body: Changes = {
    epoch: 'one',
    version,
    complete: true,
    transaction: null,
    puts: { ...NO_ROWS, elements },
    deletes: NO_ROWS,
    lists: [
      { parent: null, children: elements.toSorted((x, y) => x.order - y.order).map(({ uuid }) => uuid) },
    ],
    checksum: null,
  };
  return { status: 200, body };
}

function isArchive({ url }: Seen): boolean {
  return url.includes('archived=true');
}

/**
 * `between` are deals that exist but are in neither list, because they moved from one to the other between the two responses.
 */
function serveDeals(active: Transaction[], archived: Transaction[], between: Transaction[] = []): void {
  server.script = (request) => {
    const uuid = /transaction\/([0-9a-f-]{36})$/.exec(request.url)?.[1];
    if (uuid === undefined) return tagged(request, isArchive(request) ? archived : active);
    const body = [...active, ...archived, ...between].find((each) => each.uuid === uuid);
    return body
      ? { status: 200, body }
      : { status: 404, body: { code: 'not_found', error_message: 'No such deal.' } };
  };
}

async function pull() {
  return pullSource(leadership, transport, ACCOUNT_LANE, 'transactions');
}

async function pullDeal() {
  return pullSource(leadership, transport, birch, 'changes');
}

async function names(): Promise<string[]> {
  return (await db.transactions.toArray()).map(({ name }) => name).toSorted();
}

function partOf(request: Seen): string {
  if (isArchive(request)) return 'archived';
  return request.url.includes('/transaction?') ? 'active' : 'by itself';
}

/** The requests since the last call, with `*` if the client sent a tag. */
function asked(): string[] {
  return server.seen
    .splice(0)
    .map((request) => `${partOf(request)}${request.headers['if-none-match'] ? '*' : ''}`)
    .toSorted();
}

describe('the deal list, which comes in two parts', () => {
  beforeEach(async () => {
    serveDeals([deal(birch, 'Birch')], [deal(elm, 'Elm', true)]);
    await pull();
    asked();
  });

  it('[PULL1] is read from both parts: an archived deal is not missing', async () => {
    expect(await names()).toEqual(['Birch', 'Elm']);
  });

  it('is requested with the last tags, and if unchanged writes nothing and wakes no screen', async () => {
    const heard: AnnouncedSet[] = [];
    const stop = subscribeChanges(db.userId, (set) => heard.push(set));
    expect(await pull()).toEqual({ outcome: 'applied' });
    stop();
    expect(asked()).toEqual(['active*', 'archived*']);
    expect(heard).toEqual([]);
    await pull();
    expect(asked(), 'the tags are still known').toEqual(['active*', 'archived*']);
  });

  it('[PULL1] reads only the changed part again, and sweeps nothing of the other', async () => {
    serveDeals([deal(birch, 'Birch')], []);
    expect(await pull()).toEqual({ outcome: 'applied' });
    expect(asked()).toEqual(['active*', 'archived*', 'by itself']);
    expect(await names()).toEqual(['Birch']);
    await pull();
    expect(asked()).toEqual(['active*', 'archived*']);
  });

  it('follows a deal from one part to the other', async () => {
    serveDeals([], [deal(elm, 'Elm', true), deal(birch, 'Birch', true)]);
    await pull();
    expect(await db.transactions.get(birch)).toMatchObject({ archived: true });
    expect(await names()).toEqual(['Birch', 'Elm']);
  });

  it('includes which features are on in a deal, even if nothing else has changed', async () => {
    const on = async () => Promise.all([birch, elm].map(async (each) => isFlagOn(db, each, 'CANCEL_ESIGN')));
    serveDeals([deal(birch, 'Birch'), deal(elm, 'Elm')], []);
    await pull();
    expect(await on(), 'an older server sends none').toEqual([false, false]);
    serveDeals([{ ...deal(birch, 'Birch'), flags: ['CANCEL_ESIGN', 'NEWER'] }, deal(elm, 'Elm')], []);
    await pull();
    expect(await on()).toEqual([true, false]);
    serveDeals([{ ...deal(birch, 'Birch'), flags: [] }, deal(elm, 'Elm')], []);
    await pull();
    expect(await on()).toEqual([false, false]);
    expect(await isFlagOn(db, newUuid(), 'CANCEL_ESIGN')).toBe(false);
  });

  it('[PULL14] does not lose a deal that was archived or restored between the two responses', async () => {
    await db.elements.put({ ...elementRows(birch, [element(newUuid(), 0)]).elements[0]! });
    serveDeals([], [deal(elm, 'Elm', true)], [deal(birch, 'Birch', true)]);
    expect(await pull()).toEqual({ outcome: 'applied' });
    expect(asked()).toEqual(['active*', 'archived*', 'by itself']);
    expect(await db.transactions.get(birch)).toMatchObject({ archived: true });
    expect(await db.elements.count()).toBe(1);
    serveDeals([], [deal(elm, 'Elm', true), deal(birch, 'Birch', true)]);
    await pull();
    expect(asked(), 'now it is in a list again').toEqual(['active*', 'archived*']);
  });

  it('[PULL14] purges nothing while it is unknown whether a deal missing from both parts is gone', async () => {
    serveDeals([], [deal(elm, 'Elm', true)]);
    const { script } = server;
    server.script = (request) => (partOf(request) === 'by itself' ? 'hang up' : script(request));
    expect(await pull()).toMatchObject({ outcome: 'held' });
    expect(await names()).toEqual(['Birch', 'Elm']);
  });

  const broken: [string, Answering | 'hang up', object][] = [
    ['is lost', 'hang up', { kind: 'retry', unreachable: true }],
    ['is a captive portal’s page', { status: 200, ours: false, body: '<h1>Hotel</h1>' }, { kind: 'retry' }],
    ['has a row that does not match its schema', { status: 200, body: [{ uuid: elm }] }, { kind: 'retry' }],
    [
      'says that the session has ended',
      { status: 401, body: { code: 'signed_out', error_message: 'Sign in.' } },
      { kind: 'signed_out' },
    ],
  ];
  it.for(broken)(
    '[PULL1] applies nothing and sweeps nothing when the second part %s',
    async ([, answer, setback]) => {
      server.script = (request) => (isArchive(request) ? answer : tagged(request, [deal(birch, 'Renamed')]));
      expect(await pull()).toMatchObject({ outcome: 'held', setback });
      expect(await names()).toEqual(['Birch', 'Elm']);
      serveDeals([deal(birch, 'Renamed')], [deal(elm, 'Elm', true)]);
      await pull();
      expect(await names(), 'and it is made good').toEqual(['Elm', 'Renamed']);
    },
  );

  it('[PULL5] purges a deal that is in neither part, with its checklist', async () => {
    server.script = () => feedOf(element(newUuid(), 0));
    await pullDeal();
    expect(await db.elements.count()).toBe(1);
    serveDeals([], [deal(elm, 'Elm', true)]);
    await pull();
    expect(await names()).toEqual(['Elm']);
    expect(await db.elements.count()).toBe(0);
    expect(await db.childLists.count()).toBe(0);
    expect((await db.cursors.toArray()).map(({ key }) => key)).toEqual(['account/transactions']);
  });

  it('[PULL17] keeps only the outline of a deal that strict data access hides from the user', async () => {
    server.script = () => feedOf(element(newUuid(), 0));
    await pullDeal();
    await keepOffline(db, birch);
    const [kept] = await db.elements.toArray();
    await renameHeader(db, { transaction: birch, uuid: kept?.uuid ?? '', label: 'Mine' });
    serveDeals([{ ...deal(birch, 'Birch'), restricted: true }], [deal(elm, 'Elm', true)]);
    await pull();
    expect(await names()).toEqual(['Birch', 'Elm']);
    expect(await db.transactions.get(birch)).toMatchObject({ restricted: true });
    expect(await db.elements.count()).toBe(0);
    expect(await db.childLists.count()).toBe(0);
    expect(await db.rejected.toArray()).toMatchObject([{ name: 'header.rename' }]);
    expect(await offlineDealRecords(db)).toEqual([]);
    serveDeals([deal(birch, 'Birch')], [deal(elm, 'Elm', true)]);
    await pull();
    expect(await db.transactions.get(birch)).toMatchObject({ restricted: false });
  });

  it('[KEEP5] deletes the offline files of a lost deal, but not those of others', async () => {
    const pdf = '/api/files/document/hash/pdf';
    const picture = '/api/files/document/hash/png-144/1.png';
    const disk = new MemoryCaches();
    vi.stubGlobal('caches', disk);
    for (const kept of [birch, elm]) {
      await keepOffline(db, kept);
      await disk.open(offlineCacheName(db.userId, kept, pdf));
      await disk.open(offlineCacheName(db.userId, kept, picture));
    }
    serveDeals([], [deal(elm, 'Elm', true)]);
    await pull();
    expect(await dealsWithOfflineFiles(db.userId)).toEqual([elm]);
    expect(await offlineDealRecords(db)).toEqual([{ deal: elm, automatic: false }]);
    vi.unstubAllGlobals();
  });
});

describe('a deal’s checklist', () => {
  const [a, b] = [newUuid(), newUuid()];
  const top = async () => (await db.childLists.get(`${birch}/${TOP}`))?.children;
  /** Requests the deal. The response arrives when `release` is called. */
  async function requestDeal(late: Answering) {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    server.script = async () => {
      arrived.resolve();
      await held.promise;
      return late;
    };
    const pulled = pullDeal();
    await arrived.promise;
    return { pulled, release: held.resolve };
  }

  beforeEach(async () => {
    serveDeals([deal(birch, 'Birch')], []);
    await pull();
    server.script = () => feedOf(element(b, 1), element(a, 0));
    await pullDeal();
  });

  it('loses rows that a complete response lacks', async () => {
    expect(await top()).toEqual([a, b]);
    await db.cursors.delete(`${birch}/changes`);
    server.script = () => feedOf(element(b, 0));
    await pullDeal();
    expect(await top()).toEqual([b]);
    expect(await db.elements.toCollection().primaryKeys()).toEqual([b]);
  });

  it('[PULL2] notifies screens only of rows that differ', async () => {
    const heard: AnnouncedSet[] = [];
    const stop = subscribeChanges(db.userId, (set) => heard.push(set));
    server.script = () => feedOf(element(a, 0), { ...element(b, 1), label: 'Closing' });
    await pullDeal();
    stop();
    expect(heard.flatMap(({ changes }) => changes)).toMatchObject([{ table: 'elements', key: b }]);
  });

  it('[PULL3] ignores a response that was requested before the last one applied', async () => {
    const { pulled, release } = await requestDeal(feedOf());
    server.script = () => feedOf(element(a, 0));
    await pullDeal();
    release();
    await pulled;
    expect(await top()).toEqual([a]);
  });

  it('[PULL1] is not swept when the server refuses the deal', async () => {
    server.script = () => ({ status: 404, body: { code: 'not_found', error_message: 'No such deal.' } });
    expect(await pullDeal()).toMatchObject({ outcome: 'held', setback: { code: 'not_found' } });
    expect(await top()).toEqual([a, b]);
  });

  it('[LEAD2] is not written by a worker that is no longer the leader', async () => {
    server.script = async () => {
      await db.meta.put({ key: 'epoch', value: 2 });
      return feedOf();
    };
    await expect(pullDeal()).rejects.toThrow('another worker leads now');
    expect(await top()).toEqual([a, b]);
  });

  it('[PULL6] does not return with a response that was pending when the deal was purged', async () => {
    const { pulled, release } = await requestDeal(feedOf(element(a, 0)));
    serveDeals([], []);
    await pull();
    release();
    expect(await pulled).toEqual({ outcome: 'applied' });
    expect(await db.elements.count()).toBe(0);
    expect(await db.childLists.count()).toBe(0);
    expect((await db.cursors.toArray()).map(({ key }) => key)).toEqual(['account/transactions']);
  });
});

describe('a deal that is no longer on the list', () => {
  beforeEach(async () => {
    serveDeals([deal(birch, 'Birch')], []);
    await pull();
  });

  it('[PULL5] leaves its unsent files in the tray, with their bytes, and drops the finished ones', async () => {
    const [unsent, failed, done, removed, dropped] = await Promise.all([
      stage('QUEUED'),
      stage('FAILED_UPLOADING_FILE_TO_STORE'),
      stage('SUCCESS_CREATING_DOCUMENT'),
      stage('REMOVED'),
      stage('FAILED_DROP', false),
    ]);
    serveDeals([], []);
    await pull();
    const tray = (await db.rejected.toArray()).toSorted((x, y) => (x.id < y.id ? -1 : 1));
    expect(tray).toMatchObject(
      [unsent, failed].toSorted().map((id) => ({
        id,
        lane: birch,
        name: 'file.upload',
        args: { transaction: birch, fileName: 'Escrow.pdf' },
        reason: 'You no longer have access to this transaction.',
      })),
    );
    expect(await db.files.count()).toBe(0);
    expect((await db.fileBytes.toCollection().primaryKeys()).toSorted()).toEqual([unsent, failed].toSorted());
    expect([done, removed, dropped].filter((id) => tray.some((row) => row.id === id))).toEqual([]);
  });

  it('[PULL5] deleted by this user, drops finished edits and the deletion itself', async () => {
    await updateTransaction(db, { uuid: birch, edits: { name: 'Birch II' } });
    await db.outbox.toCollection().modify({ state: 'acked', tick: 100, awaiting: ['transactions'] });
    await deleteTransaction(db, { uuid: birch });
    serveDeals([], []);
    await pull();
    expect(await db.rejected.count()).toBe(0);
    expect(await db.outbox.count()).toBe(0);
    expect(await db.notices.count()).toBe(0);
    expect(await names()).toEqual([]);
  });

  it.each([
    { when: 'the list differs', before: [deal(elm, 'Elm')] },
    { when: 'the list is what it was', before: [] },
  ])(
    '[PULL5] does not stay as a ghost if it was created here and its checklist never arrived ($when)',
    async ({ before }) => {
      serveDeals(before, []);
      await pull();
      await createTransaction(db, { ...NEW_DEAL, uuid: birch });
      await deleteTransaction(db, { uuid: birch });
      await acknowledgeAll();
      serveDeals([], []);
      await pull();
      expect(await db.outbox.toArray()).toEqual([]);
      expect(await db.base.toArray()).toEqual([]);
      expect(await db.childLists.toArray()).toEqual([]);
      expect(await db.rejected.toArray()).toEqual([]);
      expect(await names()).toEqual([]);
    },
  );

  it('[PULL5] stays if it was created here after the list was requested', async () => {
    serveDeals([], []);
    await pull();
    await createTransaction(db, { ...NEW_DEAL, uuid: birch });
    await pull();
    expect(await names()).toEqual(['Alder']);
    await acknowledgeAll(1000);
    await pull();
    expect(await names()).toEqual(['Alder']);
  });

  it('[PULL5] if created here and left immediately, is read by its feed, which completes its creation', async () => {
    serveDeals([], []);
    await pull();
    await createTransaction(db, { ...NEW_DEAL, uuid: birch });
    await acknowledgeAll();
    await leaveTransaction(db, { uuid: birch });
    server.script = () => feedOf();
    await pullDeal();
    expect(await db.outbox.toArray()).toMatchObject([{ name: 'transaction.leave', state: 'pending' }]);
  });

  async function acknowledgeAll(tick = 1): Promise<void> {
    await db.outbox.toCollection().modify({ state: 'acked', tick, awaiting: ['transactions', 'elements'] });
  }

  async function stage(status: FileRow['status'], withBytes = true): Promise<string> {
    const uuid = newUuid();
    if (withBytes) await db.fileBytes.put({ uuid, bytes: new Blob(['%PDF-1.7']) });
    await db.files.put(newFileRow(birch, { uuid, status }));
    return uuid;
  }
});
