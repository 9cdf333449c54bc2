import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { ERASURE, sweepAlone, sweepDaily, sweepsOf } from '../../../server/jobs/sweep-daily.ts';
import { eraseDeleted, eraseWhenDue } from '../../../server/purge/erase-deleted.ts';
import type { ObjectStore } from '../../../server/storage/object-store.ts';
import { openObjectStore } from '../../../server/storage/open-object-store.ts';
import { startStandIn } from '../../../server/storage/s3/s3-stand-in.ts';
import { S3Store } from '../../../server/storage/s3/s3-store.ts';
import { startServer } from '../../../server/start-server.ts';
import { endLease, leaseFile } from '../../../server/store/file-leases.ts';
import { claimStore, FOREIGN_STORE, markStore, ownerOfStore } from '../../../server/store/installation.ts';
import { INSTALLATION } from '../../../server/storage/object-keys.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import { FLAGS } from '../../../src/contract/rules/account/features.ts';
import { freePort } from '../../support/free-port.ts';
import { dealWithRows } from '../support/deal-with-rows.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let member: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer();
  member = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = await newDeal();
});

async function newDeal(): Promise<string> {
  return (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
}

async function fileOf(of: string, text: string, bytes?: Uint8Array): Promise<Document> {
  const pdf = bytes ?? (await samplePdf({ pages: 1, text }));
  const { body } = await upload(member, of, pdf, { name: text });
  return converted(member, body.uuid);
}

/** Runs the nightly erasure as if this many days had passed. */
async function erase(days: number, objects = server.services.objects): Promise<void> {
  const at = new Date(Date.now() + days * DAY_MS);
  await eraseDeleted({ ...server.services, objects, now: () => at });
}

async function keysBelow(objects: ObjectStore, ...prefixes: string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of prefixes) for await (const { key } of objects.list(prefix)) keys.push(key);
  return keys.toSorted();
}

/** Returns how many objects the store has for a PDF: the PDF itself and the picture of its page. */
async function storedOf({ sha256 }: Document): Promise<number> {
  const { objects } = server.services;
  const file = await objects.stat(`files/${sha256}`);
  return (file ? 1 : 0) + (await keysBelow(objects, `png-144/${sha256}/`)).length;
}

/** Returns the tables that belong to deals, and what erasing a deal does to their rows. */
async function tablesOfDeals(): Promise<{ name: string; erased: 'cascade' | 'set null' | 'kept' }[]> {
  const { rows } = await sql<{ name: string; erased: 'cascade' | 'set null' | 'kept' }>`
    select relname as name,
      case confdeltype when 'c' then 'cascade' when 'n' then 'set null' else coalesce(confdeltype::text, 'kept') end as erased
    from pg_attribute
      join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
      left join pg_constraint on conrelid = attrelid and contype = 'f' and conkey = array[attnum]
    where attname = 'transaction'
    order by relname
  `.execute(server.services.db);
  return rows;
}

/** Returns how many rows of a deal each table has, for the tables that are erased with the deal. */
async function rowsIn(of: string): Promise<Record<string, number>> {
  const { db } = server.services;
  const counts: Record<string, number> = {};
  const owned = (await tablesOfDeals()).filter(({ erased }) => erased === 'cascade');
  for (const [table, column] of [
    ['transactions', 'uuid'],
    ...owned.map(({ name }) => [name, 'transaction']),
  ]) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table ?? '')} where ${sql.ref(column ?? '')} = ${of}
    `.execute(db);
    counts[table ?? ''] = rows[0]?.n ?? 0;
  }
  return counts;
}

test('each table with rows of a deal loses them with the deal, except for records that outlive it', async () => {
  const kept = (await tablesOfDeals()).filter(({ erased }) => erased !== 'cascade');
  expect(kept).toEqual([
    { name: 'access_log', erased: 'set null' },
    { name: 'audit_log', erased: 'kept' },
    { name: 'idempotency_keys', erased: 'kept' },
  ]);
});

describe('a deleted deal', () => {
  test('is kept for 30 days, and then erased with every row and file that no other deal has', async () => {
    const { deal: doomed, item } = await dealWithRows(server, member);
    await member.post('/transactions/note', { transaction: doomed, element: null, note: 'Call Priya' });
    const feature = { name: FLAGS[0], transaction: doomed, is_active: true, set_at: new Date() };
    await setFeature(server.services.db, feature);
    expect((await member.post(`/transactions/transaction/${doomed}/watch`)).status).toBe(200);
    const bytes = await samplePdf({ pages: 1, text: 'In two deals' });
    const [own, shared] = [await fileOf(doomed, 'Only here'), await fileOf(doomed, 'Shared', bytes)];
    const twin = await fileOf(deal, 'Shared', bytes);
    await member.patch(`/transactions/document/${own.uuid}`, { item_id: item });
    expect((await member.delete(`/transactions/transaction/${doomed}`)).status).toBe(204);

    await erase(29);
    const before = await rowsIn(doomed);
    expect(
      Object.values(before).every((count) => count > 0),
      JSON.stringify(before),
    ).toBe(true);
    expect(await storedOf(own)).toBe(2);

    await erase(31);
    expect(Object.values(await rowsIn(doomed)).every((count) => count === 0)).toBe(true);
    expect([await storedOf(own), await storedOf(shared)]).toEqual([0, 2]);
    expect(shared.sha256).toBe(twin.sha256);
    expect((await member.get(`/transactions/document/${twin.uuid}`)).status).toBe(200);
  });

  test('whose files are being archived waits until that is done', async () => {
    const { db } = server.services;
    await db
      .updateTable('transactions')
      .set({ purge_approved_at: new Date() })
      .where('uuid', '=', deal)
      .execute();
    await member.delete(`/transactions/transaction/${deal}`);
    await erase(31);
    expect((await rowsIn(deal))['transactions']).toBe(1);
    await db.updateTable('transactions').set({ purged_at: new Date() }).where('uuid', '=', deal).execute();
    const archive = `archives/${deal}/1.zip`;
    await server.services.objects.put(archive, new Uint8Array(10));
    await erase(31);
    expect((await rowsIn(deal))['transactions']).toBe(0);
    expect(await server.services.objects.stat(archive)).toBeNull();
  });
});

describe('a row that was deleted in a deal', () => {
  test('can be restored for 30 days, and is then erased with an explanation', async () => {
    const [kept, gone] = [await fileOf(deal, 'Kept'), await fileOf(deal, 'Gone')];
    const post = async (path: string, body: object) =>
      (await member.post(`/transactions/${path}`, { transaction: deal, ...body })).body.uuid;
    const item = await post('item', { name: 'Bylaws' });
    const task = await post('task', { name: 'Wire' });
    const filed = await fileOf(deal, 'Filed');
    await member.patch(`/transactions/document/${filed.uuid}`, { item_id: item });
    for (const path of [`document/${gone.uuid}`, `item/${item}`, `task/${task}`])
      expect((await member.delete(`/transactions/${path}`)).status, path).toBe(204);
    const restore = async (kind: string, uuid: string) =>
      member.post(`/transactions/transaction/${deal}/restore`, { kind, uuid });

    await erase(29);
    expect((await restore('item', item)).status).toBe(204);
    expect((await member.get(`/transactions/document/${filed.uuid}`)).status).toBe(200);

    await erase(31);
    expect(await storedOf(gone)).toBe(0);
    expect(await storedOf(kept)).toBe(2);
    for (const [kind, uuid] of [
      ['document', gone.uuid],
      ['task', task],
    ] as const) {
      const late = await restore(kind, uuid);
      expect([late.status, late.body.code]).toEqual([404, 'not_found']);
      expect(late.body.error_message).toContain('You can undo a deletion for 30 days.');
    }
    expect(await rowsIn(deal)).toMatchObject({ documents: 2, items: 1, elements: 1, tasks: 0 });
    const changes = await member.get(`/transactions/transaction/${deal}/changes`);
    expect(changes.status).toBe(200);
  });

  test('stays while another row refers to it', async () => {
    const header = { transaction: deal, label: 'Corporate' };
    const element = (await member.post('/transactions/element', header)).body.uuid;
    await member.post('/transactions/note', { transaction: deal, element, note: 'Call Priya' });
    const empty = (await member.post('/transactions/element', { ...header, label: 'Tax' })).body.uuid;
    for (const uuid of [element, empty]) await member.delete(`/transactions/element/${uuid}`);
    await erase(31);
    expect(await rowsIn(deal)).toMatchObject({ elements: 1, notes: 1 });
  });
});

test('a deleted representative stays with its signatory while an assignment names it', async () => {
  const add = async (path: string, body: object) => (await member.post(path, body)).body.uuid;
  const person = async (full_name: string, is_org = false) =>
    add('/signatory', { transaction: deal, full_name, is_org });
  const [alpha, jane, john] = [await person('Alpha', true), await person('Jane'), await person('John')];
  const relation = async (signatory: string) =>
    add(`/signatory/${alpha}/representative`, { title: 'President', signatory });
  const [named, unnamed] = [await relation(jane), await relation(john)];
  const item = await add('/transactions/item', { transaction: deal, name: 'SPA', for_signing: true });
  await member.post('/assignments/assignment', { item, signatory: alpha, auth_rep: named });
  for (const relation of [named, unnamed])
    expect((await member.delete(`/signatory/${alpha}/representative/${relation}`)).status).toBe(204);
  for (const uuid of [jane, john]) await member.delete(`/signatory/${uuid}`);
  await erase(31);
  const assignments = (await member.get(`/assignments/assignment?transaction=${deal}`)).body;
  expect(assignments).toMatchObject([{ auth_rep: named }]);
  expect(await rowsIn(deal)).toMatchObject({ signatories: 2, representatives: 1 });
});

describe('an object that no row refers to', () => {
  const content = 'f'.repeat(64);
  const orphans = [`files/${content}`, `pdf/${content}`, `png-144/${content}/1.png`];

  async function putOrphans(objects = server.services.objects): Promise<void> {
    for (const key of orphans) await objects.put(key, new Uint8Array(10));
  }

  test('is deleted once it is a day old, but not while a document is about to use it', async () => {
    const { db, objects } = server.services;
    await putOrphans();
    await erase(0.5);
    expect((await keysBelow(objects, 'files/', 'pdf/', 'png-144/')).filter(isOrphan)).toHaveLength(3);
    const lease = await leaseFile(db, `files/${content}`);
    await erase(2.5);
    expect((await keysBelow(objects, 'files/', 'pdf/', 'png-144/')).filter(isOrphan)).toHaveLength(3);
    await endLease(db, lease);
    await erase(4);
    expect((await keysBelow(objects, 'files/', 'pdf/', 'png-144/')).filter(isOrphan)).toEqual([]);
  });

  test('is deleted by the next run after an interrupted one', async () => {
    const { objects } = server.services;
    await putOrphans();
    let removals = 0;
    const breaking: ObjectStore = {
      ...objects,
      list: (prefix) => objects.list(prefix),
      async remove(key) {
        removals += 1;
        if (removals >= 2) throw new Error('cut off');
        await objects.remove(key);
      },
    };
    await expect(erase(2, breaking)).rejects.toThrow('cut off');
    expect((await keysBelow(objects, 'files/', 'pdf/', 'png-144/')).filter(isOrphan).length).toBeGreaterThan(
      0,
    );
    await erase(2);
    expect((await keysBelow(objects, 'files/', 'pdf/', 'png-144/')).filter(isOrphan)).toEqual([]);
  });

  test('is deleted from a bucket, page by page, which keeps the files of documents', async () => {
    const standIn = await startStandIn();
    const bucket = new S3Store({
      kind: 's3',
      bucket: 'files',
      region: 'eu-central-1',
      endpoint: standIn.endpoint,
      credentials: { accessKeyId: 'closing', secretAccessKey: 'day' },
      pathStyle: true,
    });
    try {
      const { sha256 } = await fileOf(deal, 'In the bucket');
      const needed = [`files/${sha256}`, `png-144/${sha256}/1.png`];
      for (const key of needed) await bucket.put(key, new Uint8Array(10));
      await putOrphans(bucket);
      standIn.pageSize = 1;
      await erase(2, bucket);
      expect(await keysBelow(bucket, 'files/', 'pdf/', 'png-144/')).toEqual(needed);
    } finally {
      await bucket.close();
      standIn.close();
    }
  });

  function isOrphan(key: string): boolean {
    return orphans.includes(key);
  }
});

describe('a store of another installation', () => {
  const orphan = `files/${'d'.repeat(64)}`;

  test('is left alone by the erasure, and reported by the health check and at startup', async () => {
    const { db, objects } = server.services;
    const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
    await expect.poll(async () => ownerOfStore({ db, objects })).toBe('ours');
    await objects.put(orphan, new Uint8Array(10));
    await objects.put(INSTALLATION, Buffer.from('0190a0a0-0000-7000-8000-00000000abcd'));
    await expect(erase(2)).rejects.toThrow('belongs to another installation');
    expect(await objects.stat(orphan)).not.toBeNull();
    const health = await fetch(`${server.url}/api/health/ready`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', database: true, object_store: true, warnings: [FOREIGN_STORE] },
    ]);
    const [port, storePort] = [await freePort(), await freePort()];
    const another = await startServer({ ...server.settings, port, storePort, role: 'web' });
    await another.close();
    expect(another.warnings).toContain(FOREIGN_STORE);
    await objects.put(INSTALLATION, Buffer.from(id));
    await erase(2);
    expect(await objects.stat(orphan)).toBeNull();
    const later = await fetch(`${server.url}/api/health/ready`);
    expect(await later.json()).toEqual({ status: 'ok', database: true, object_store: true });
  });

  test('can be claimed if it has no owner, and then stays with its owner', async () => {
    const { db, objects } = server.services;
    await objects.remove(INSTALLATION);
    expect(await ownerOfStore({ db, objects })).toBe('nobody');
    expect(await claimStore({ db, objects })).toBe(true);
    expect(await ownerOfStore({ db, objects })).toBe('ours');
  });
});

describe('the daily erasure', () => {
  const HOUR_MS = 3_600_000;
  const isThere = async (uuid: string) =>
    (await server.services.db.selectFrom('transactions').select('uuid').where('uuid', '=', uuid).execute())
      .length === 1;
  const lastErasure = async () =>
    (await server.services.db.selectFrom('installation').select('erased_at').executeTakeFirstOrThrow())
      .erased_at;

  test('runs on a server that is restarted before a day has passed', async () => {
    const { db } = server.services;
    const start = Date.now();
    const deleted = new Date(start - 31 * DAY_MS);
    await db
      .updateTable('transactions')
      .set({ deleted_at: deleted, deleted_by: null })
      .where('uuid', '=', deal)
      .execute();
    await db
      .updateTable('installation')
      .set({ erased_at: new Date(start) })
      .execute();
    const { partials } = await openObjectStore(server.settings);
    const address = { connectionString: server.settings.databaseUrl ?? '' };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      /**
       * Runs the server: it starts after this many hours, and stops once its first hourly sweep has ended.
       */
      const runAfter = async (hours: number) => {
        const services = { ...server.services, now: () => new Date(start + hours * HOUR_MS) };
        const erasure = sweepsOf(services, partials)[ERASURE];
        if (!erasure) throw new Error('No erasure is scheduled.');
        const ended = Promise.withResolvers<void>();
        const stop = sweepDaily(address, {
          [ERASURE]: async () => {
            await erasure().finally(ended.resolve);
          },
        });
        vi.advanceTimersByTime(HOUR_MS);
        await ended.promise;
        await stop();
      };
      await runAfter(23);
      expect(await isThere(deal)).toBe(true);
      await runAfter(25);
      expect(await isThere(deal)).toBe(false);
      expect(await lastErasure()).toEqual(new Date(start + 25 * HOUR_MS));
    } finally {
      vi.useRealTimers();
    }
  });

  test('is repeated after a failure, and does not count as the last one', async () => {
    const { services } = server;
    const before = new Date(Date.now() - 2 * DAY_MS);
    await services.db.updateTable('installation').set({ erased_at: before }).execute();
    await services.objects.put(INSTALLATION, Buffer.from('another installation'));
    await expect(eraseWhenDue(services)).rejects.toThrow(FOREIGN_STORE);
    expect(await lastErasure()).toEqual(before);
    await markStore(services);
    await eraseWhenDue(services);
    expect((await lastErasure()).getTime()).toBeGreaterThan(before.getTime());
  });
});

test('a process that only answers requests deletes nothing, and one that runs jobs does', async () => {
  const { db } = server.services;
  const longAgo = new Date('2020-01-01T12:00:00Z');
  const rule = { free: 1, first_ms: 1, most_ms: 1, forget_ms: 1 };
  const outdated = { key: 'outdated', count: 1, waits_until: longAgo, last_at: longAgo, ...rule };
  // The server of these tests sweeps at startup.
  const address = { connectionString: server.settings.databaseUrl ?? '' };
  await expect.poll(async () => sweepAlone(address, {})).toBe('swept');
  await db.insertInto('attempts').values(outdated).execute();
  const isThere = async () =>
    (await db.selectFrom('attempts').select('key').where('key', '=', 'outdated').execute()).length === 1;
  const startAndStop = async (role: 'web' | 'worker') => {
    const [port, storePort] = [await freePort(), await freePort()];
    const another = await startServer({ ...server.settings, port, storePort, role });
    // Waits for a sweep that has begun.
    await another.close();
  };
  await startAndStop('web');
  expect(await isThere()).toBe(true);
  await startAndStop('worker');
  expect(await isThere()).toBe(false);
});
