import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { administer } from '../../../server/admin/administer.ts';
import { backup, restore, verify } from '../../../server/admin/backup.ts';
import { convertDocumentKind } from '../../../server/queue/job-kinds.ts';
import { verifyAudit } from '../../../server/store/audit/verify-audit.ts';
import { objectPath, readManifest, readObjectLines } from '../../../server/backup/manifest.ts';
import { restoreBackup } from '../../../server/backup/restore-backup.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { sweepAlone, sweepDaily } from '../../../server/jobs/sweep-daily.ts';
import { log } from '../../../server/log.ts';
import { NO_LIMITS } from '../../../server/postgres/connection-pool.ts';
import { makeKysely } from '../../../server/postgres/kysely.ts';
import type { MigrationStep } from '../../../server/postgres/migrate.ts';
import type { DatabaseAddress } from '../../../server/postgres/open-database.ts';
import { openTestDatabase } from '../../../server/postgres/test-database.ts';
import { neededObjects } from '../../../server/purge/needed-objects.ts';
import { removeContent } from '../../../server/purge/remove-files.ts';
import { startServer } from '../../../server/start-server.ts';
import { apartFromTransactions } from '../../../server/storage/apart-from-transactions.ts';
import { openFolderStore, type FolderStore } from '../../../server/storage/folder/folder-store.ts';
import { startStandIn } from '../../../server/storage/s3/s3-stand-in.ts';
import { S3Store } from '../../../server/storage/s3/s3-store.ts';
import { holdOffBackups, holdOffRemovals } from '../../../server/store/backup-lock.ts';
import { leaseFile } from '../../../server/store/file-leases.ts';
import { ownerOfStore } from '../../../server/store/installation.ts';
import { migrations } from '../../../server/store/migrations.ts';
import { INSTALLATION } from '../../../server/storage/object-keys.ts';
import type { Tables } from '../../../server/store/tables.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import { freePort } from '../../support/free-port.ts';
import { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, urlOf, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

let server: TestServer;
let address: DatabaseAddress;
let member: TestClient;
let deal: string;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  address = { connectionString: server.settings.databaseUrl ?? '' };
  member = await server.signIn('member@firm.test');
  // The server's first sweep happens at startup, so wait until it has finished.
  await vi.waitFor(async () => expect(await sweepAlone(address, {})).toBe('swept'), 60_000);
});
afterAll(() => server.stop());

beforeEach(async () => {
  deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  for (const kind of ['item', 'task'])
    await member.post(`/transactions/${kind}`, {
      transaction: deal,
      name: `A ${kind} with "quotes", \\ and ü`,
    });
  await member.post('/transactions/note', { transaction: deal, element: null, note: 'Line one\nline\ttwo' });
  const home = await mkdtemp(join(tmpdir(), 'counterpart-backup-'));
  folder = join(home, 'backup');
  return async () => rm(home, { recursive: true, force: true });
});

async function documentOf(text: string): Promise<Document> {
  const { body } = await upload(member, deal, await samplePdf({ pages: 2, text }), { name: text });
  return converted(member, body.uuid);
}

function source(objects = server.services.objects) {
  const { db, now } = server.services;
  return { db, now, objects, address, say: () => {} };
}

const backUp = () => backup(source(), folder);

type Home = { address: DatabaseAddress; objects: FolderStore; now: () => Date; dataDir: string };

/** Creates an empty database and an empty folder store. */
async function freshHome(): Promise<Home> {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-restored-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const objects = await openFolderStore({
    folder: join(dataDir, 'objects'),
    secretFile: join(dataDir, 'store.secret'),
    publicUrl: 'http://127.0.0.1',
  });
  return { address: database.address, objects, now: () => new Date(), dataDir };
}

const restoreInto = (home: Home) =>
  restore(folder, async () => ({ target: home, close: () => Promise.resolve() }));

/** Returns a separate store with the id of the running server's store and the files of the backup. */
async function copyOfStore(): Promise<FolderStore> {
  const { objects } = await freshHome();
  await objects.put(INSTALLATION, await buffer(await server.services.objects.get(INSTALLATION)));
  for await (const line of readObjectLines(folder))
    if (!('missing' in line)) await objects.put(line.key, await readFile(join(folder, objectPath(line.key))));
  return objects;
}

/** Starts a server with this database and store. It stops when the test ends. */
async function serve(home: Home) {
  const [port, storePort] = [await freePort(), await freePort()];
  const running = await startServer({
    ...server.settings,
    port,
    storePort,
    publicUrl: `http://127.0.0.1:${port}`,
    storePublicUrl: `http://127.0.0.1:${storePort}`,
    dataDir: home.dataDir,
    workDir: join(home.dataDir, 'work'),
    databaseUrl: urlOf(home.address),
    objectStore: { kind: 'folder', folder: join(home.dataDir, 'objects') },
  });
  onTestFinished(() => running.close());
  return running;
}

/** Opens connections to this database, which are closed before it is dropped. */
function databaseOf(home: Home) {
  const db = makeKysely<Tables>(home.address, { maxConnections: 2, limits: NO_LIMITS, name: 'test' });
  onTestFinished(() => db.destroy());
  return db;
}

async function signedIn(url: string): Promise<TestClient> {
  const client = new TestClient(url);
  const answer = await client.post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD });
  expect(answer.status, answer.text).toBe(200);
  return client;
}

/** Returns the bytes at a URL of the app, which redirects to the store. */
async function download(client: TestClient, path: string): Promise<Buffer> {
  const { status, headers, text } = await client.get(path.replace(/^\/api/, ''));
  expect(status, text).toBe(302);
  return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
}

describe('a backup of a running server', () => {
  test('can be restored on a new server: people sign in, files are the same, the audit log is intact', async () => {
    const { db, jobs } = server.services;
    const document = await documentOf('Credit Agreement');
    await db
      .transaction()
      .execute(async (tx) =>
        jobs.enqueue(
          tx,
          convertDocumentKind,
          { document: document.uuid },
          { delaySeconds: 3600, group: 'a firm' },
        ),
      );
    await leaseFile(db, `files/${document.sha256}`);
    expect(await backUp()).toMatch(/^Backed up [\d,]+ rows and \d+ files \(\d+ MB\) to /);
    expect(await verify(folder)).toMatch(/^The backup in .* is intact: /);
    const before = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();

    const home = await freshHome();
    const answer = await restoreInto(home);
    expect(answer).toContain('Start the server');
    expect(answer).toContain('Access is as it was at the time of the backup');
    const restored = databaseOf(home);
    const waiting = await sql<{ name: string; data: unknown; group_id: string; later: boolean }>`
      select name, data, group_id, start_after > now() + interval '50 minutes' as later
      from pgboss.job where state = 'created' and data->>'document' = ${document.uuid}`.execute(restored);
    expect(waiting.rows).toEqual([
      { name: 'convert-document', data: { document: document.uuid }, group_id: 'a firm', later: true },
    ]);
    const running = await serve(home);
    const client = await signedIn(running.url);
    const there = (await client.get(`/transactions/document/${document.uuid}`)).body;
    expect(there).toMatchObject({ name: 'Credit Agreement', num_pages: 2 });
    for (const kind of ['original', 'pdf', 'png-144/2.png']) {
      const path = `/files/${document.uuid}/${document.sha256}/${kind}`;
      expect(await download(client, path), kind).toEqual(await download(member, path));
    }
    // Users who were signed in when the backup was made have to sign in again.
    const old = { headers: { cookie: `session=${member.cookies.get('session')}` } };
    expect((await new TestClient(running.url).get('/authentication/user/me', old)).status).toBe(401);

    const { rows, faults } = await verifyAudit(restored);
    expect([faults, rows > 3]).toEqual([[], true]);
    const acts = await restored.selectFrom('audit_log').select('act').orderBy('seq', 'desc').execute();
    expect(acts.map(({ act }) => act)).toContain('backup.restored');
    expect((await db.selectFrom('audit_log').select('act').execute()).map(({ act }) => act)).toContain(
      'backup.made',
    );
    // Its store has a separate id, so neither installation's cleanup touches the other's files.
    const { id } = await restored.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    expect(id).not.toBe(before.id);
    expect(await ownerOfStore({ db: restored, objects: home.objects })).toBe('ours');
    expect(await restored.selectFrom('file_leases').selectAll().execute()).toEqual([]);
  });

  test('makes every device load its deals again after the restore', async () => {
    await backUp();
    const path = `/transactions/transaction/${deal}/changes`;
    const { body } = await member.get(path);
    const cursor = `${path}?since=${body.version}&epoch=${body.epoch}`;
    expect((await member.get(cursor)).body.complete).toBe(false);
    const home = await freshHome();
    await restoreInto(home);
    const client = await signedIn((await serve(home)).url);
    expect((await client.get(cursor)).body.code).toBe('cursor_too_old');
    expect((await client.get(path)).body).toMatchObject({ complete: true, version: body.version });
  });

  test('is consistent while people upload, edit and delete', async () => {
    const stop = new AbortController();
    const pdfs = await Promise.all(
      Array.from({ length: 40 }, (_, n) => samplePdf({ pages: 1, text: `Upload ${n}` })),
    );
    const uploading = (async () => {
      for (let n = 0; !stop.signal.aborted; n += 1) {
        const { body } = await upload(member, deal, pdfs[n % pdfs.length] ?? new Uint8Array(), {
          name: `Upload ${n}`,
        });
        if (n % 3 === 0) await member.delete(`/transactions/document/${body.uuid}`);
      }
    })();
    const editing = (async () => {
      for (let n = 0; !stop.signal.aborted; n += 1) {
        const item = await member.post('/transactions/item', { transaction: deal, name: `Item ${n}` });
        await member.post('/transactions/note', { transaction: deal, element: null, note: `Note ${n}` });
        if (n % 2 === 0) await member.delete(`/transactions/item/${item.body.uuid}`);
      }
    })();
    try {
      const count = async () =>
        (await server.services.db.selectFrom('documents').select('uuid').execute()).length;
      const started = await count();
      await expect.poll(count).toBeGreaterThan(started + 3);
      await backUp();
    } finally {
      stop.abort();
      await Promise.all([uploading, editing]);
    }
    const home = await freshHome();
    // The restore checks foreign keys for every row.
    await restoreInto(home);
    const missing: string[] = [];
    let needed = 0;
    for await (const { key } of neededObjects(databaseOf(home))) {
      needed += 1;
      if ((await home.objects.stat(key)) === null) missing.push(key);
    }
    expect(missing).toEqual([]);
    expect(needed).toBeGreaterThan(3);
  });

  test('delays the deletion of stored files until it has copied them', async () => {
    const { db, objects } = server.services;
    const content = 'e'.repeat(64);
    await objects.put(`files/${content}`, new Uint8Array(10));
    const client = new Client(address);
    await client.connect();
    try {
      await holdOffRemovals(client, () => {});
      expect(await removeContent({ db, objects }, content)).toBe('leased');
      expect(await sweepAlone(address, { any: () => Promise.reject(new Error('ran')) })).toBe('backup');
      expect(await objects.stat(`files/${content}`)).not.toBeNull();
    } finally {
      await client.end();
    }
    expect(await removeContent({ db, objects }, content)).toBe('removed');
  });

  test('waits for a sweep that is deleting files, and says so', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const sweep = sweepAlone(address, {
      slow: async () => {
        entered.resolve();
        await leave.promise;
      },
    });
    await entered.promise;
    const said = Promise.withResolvers<string>();
    const made = backup({ ...source(), say: said.resolve }, folder);
    expect(await said.promise).toBe('Waiting until old files have been removed …');
    leave.resolve();
    expect(await sweep).toBe('swept');
    expect(await made).toContain('Backed up');
  });

  test('leaves alone a backup that another command has made in the same folder in the meantime', async () => {
    const removing = new Client(address);
    await removing.connect();
    try {
      expect(await holdOffBackups(removing)).toBe(true);
      const waiting = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
      const made = Promise.allSettled(
        waiting.map(async ({ resolve }) => backup({ ...source(), say: resolve }, folder)),
      );
      await Promise.all(waiting.map(async ({ promise }) => promise));
      await removing.end();
      const outcomes = (await made).map((each) =>
        each.status === 'fulfilled' ? each.value : String(each.reason),
      );
      expect(outcomes.filter((each) => each.includes('Backed up'))).toHaveLength(1);
      expect(outcomes.filter((each) => each.includes('is not empty'))).toHaveLength(1);
    } finally {
      await removing.end();
    }
    expect(await verify(folder)).toContain('is intact');
  });

  test('stays complete if the audit log could not record it, and says so', async () => {
    const now = () => {
      throw new Error('no connection');
    };
    await expect(backup({ ...source(), now }, folder)).rejects.toThrow(
      'is complete, but it could not be recorded in the audit log: Error: no connection',
    );
    expect(await verify(folder)).toContain('is intact');
  });

  test('delays a sweep, and the log says so', async () => {
    const client = new Client(address);
    await client.connect();
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    try {
      await holdOffRemovals(client, () => {});
      const stop = sweepDaily(address, {});
      await stop();
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('a backup is running'));
    } finally {
      warn.mockRestore();
      await client.end();
    }
  });

  test('names files that the store has lost, and can be restored without them', async () => {
    const { objects } = server.services;
    const [gone, spoiled] = [await documentOf('Gone'), await documentOf('Spoiled')];
    await objects.remove(`files/${gone.sha256}`);
    await objects.put(`files/${spoiled.sha256}`, Buffer.from('something else'));
    await expect(backUp()).rejects.toThrow('1 missing, 1 damaged');
    const words = await verify(folder).catch(String);
    expect(words).toContain('can be restored');
    expect(words).toContain(`files/${gone.sha256} was already missing`);
    expect(words).toContain(`files/${spoiled.sha256} was already damaged`);
    expect(await restoreInto(await freshHome())).toContain(`files/${gone.sha256} was already missing`);
    for (const { uuid } of [gone, spoiled])
      await server.services.db
        .updateTable('documents')
        .set({ malware: 'erased by the test' })
        .where('uuid', '=', uuid)
        .execute();
  });

  test('can be made from a bucket and restored to one', async () => {
    const standIn = await startStandIn();
    const bucketOf = (bucket: string) =>
      new S3Store({
        kind: 's3',
        bucket,
        region: 'eu-central-1',
        endpoint: standIn.endpoint,
        credentials: { accessKeyId: 'closing', secretAccessKey: 'day' },
        pathStyle: true,
      });
    const [from, to] = [bucketOf('from'), bucketOf('to')];
    onTestFinished(async () => {
      await Promise.all([from.close(), to.close()]);
      standIn.close();
    });
    const document = await documentOf('In the bucket');
    for await (const { key } of neededObjects(server.services.db)) {
      const chunks: Buffer[] = [];
      for await (const chunk of await server.services.objects.get(key)) chunks.push(Buffer.from(chunk));
      await from.put(key, Buffer.concat(chunks));
    }
    await backup(source(from), folder);
    const home = await freshHome();
    await restoreBackup({ ...home, objects: to }, folder, await readManifest(folder));
    expect((await to.stat(`files/${document.sha256}`))?.size).toBe(document.size);
    expect(await ownerOfStore({ db: databaseOf(home), objects: to })).toBe('ours');
    await expect(backup(source(to), join(folder, 'another'))).rejects.toThrow('another installation');
  });

  test('is recorded as a command, and refuses the folder of another backup', async () => {
    const { db, now } = server.services;
    const run = () =>
      administer(
        {
          db,
          now,
          askPassword: () => Promise.reject(new Error('asked')),
          secretFile: null,
          backUp: (to) => backup(source(), to),
        },
        ['backup', folder],
      );
    expect(await run()).toContain('Backed up');
    await expect(run()).rejects.toThrow('is not empty');
    expect(await verify(folder)).toContain('is intact');
    const commands = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('act', '=', 'admin.command')
      .execute();
    expect(commands.map(({ detail }) => detail['command'])).toContain('backup');
  });
});

describe('a damaged backup', () => {
  test('is found by verify and refused by restore, with the name of the file', async () => {
    const { sha256 } = await documentOf('Spoiled later');
    await backUp();
    const object = join(folder, 'objects/files', sha256);
    const table = join(folder, 'database/documents.copy');
    const [bytes, rows] = [await readFile(object), await readFile(table)];
    const expectRefused = async (reason: string) => {
      await expect(verify(folder)).rejects.toThrow(reason);
      const refused = restore(folder, () => Promise.reject(new Error('opened the target')));
      await expect(refused).rejects.toThrow(reason);
    };
    const flipped = Buffer.from(bytes);
    flipped[20] = (flipped[20] ?? 0) ^ 1;
    await writeFile(object, flipped);
    await expectRefused(`objects/files/${sha256} is damaged: its contents have changed`);
    await rm(object);
    await expectRefused(`objects/files/${sha256} is missing.`);
    await writeFile(object, bytes);
    await truncate(table, rows.length - 10);
    await expectRefused(
      `database/documents.copy is damaged: it has ${rows.length - 10} bytes instead of ${rows.length}.`,
    );
    await writeFile(table, rows);
    await rm(join(folder, 'jobs.jsonl'));
    await expectRefused('jobs.jsonl is missing.');
    await writeFile(join(folder, 'manifest.json'), '{"product":"counterpart","format":1}');
    await expectRefused('manifest.json in');
    await rm(join(folder, 'manifest.json'));
    await expectRefused('is not a complete backup: it has no manifest.json');
  });

  test('has no manifest if interrupted, and leaves nothing behind if it failed', async () => {
    await documentOf('Never copied');
    const objects = {
      ...server.services.objects,
      get: async (key: string) => {
        if (key.startsWith('files/')) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
        return server.services.objects.get(key);
      },
    };
    await expect(backup(source(objects), folder)).rejects.toThrow('disk full');
    await expect(verify(folder)).rejects.toThrow('not a complete backup');
    // The same folder can be used again.
    expect(await backUp()).toContain('Backed up');
  });
});

describe('a restore', () => {
  test('is refused over an installation that is used or running, and over files of another one', async () => {
    await backUp();
    const manifest = await readManifest(folder);
    const home = await freshHome();
    const running = restoreBackup({ ...home, address }, folder, manifest);
    await expect(running).rejects.toThrow('A server is running on this database.');
    await home.objects.put('files/of-others', new Uint8Array(3));
    await expect(restoreInto(home)).rejects.toThrow('The file store is in use: it has files/of-others');
    await home.objects.remove('files/of-others');
    await restoreInto(home);
    await expect(restoreInto(home)).rejects.toThrow('The database is in use: the table');
    const foreign = await freshHome();
    const db = databaseOf(foreign);
    await sql`create table invoices (id int)`.execute(db);
    await expect(restoreInto(foreign)).rejects.toThrow('tables from another program');
  });

  test('does not take over the file store of another installation, even if it has all its files', async () => {
    const document = await documentOf('Of the original');
    await backUp();
    const original = server.services;
    const home = { ...(await freshHome()), objects: await copyOfStore() };
    await expect(restoreInto(home)).rejects.toThrow('belong to different installations');
    // A database that already has an installation makes no difference.
    const started = await freshHome();
    await (await serve(started)).close();
    await expect(restoreInto({ ...started, objects: home.objects })).rejects.toThrow(
      'Use an empty file store',
    );
    expect(await ownerOfStore({ db: original.db, objects: home.objects })).toBe('ours');
    expect(await home.objects.stat(`files/${document.sha256}`)).not.toBeNull();
  });

  test('can be restarted after an interruption, even with a database and store that a server has already used', async () => {
    const { sha256 } = await documentOf('Half restored');
    await backUp();
    const home = await freshHome();
    const running = await serve(home);
    await running.close();
    const breaking = {
      ...apartFromTransactions(home.objects),
      put: (key: string) => Promise.reject(new Error(`cut off at ${key}`)),
    };
    await home.objects.put(`files/${sha256}`, await readFile(join(folder, 'objects/files', sha256)));
    const cut = restoreBackup({ ...home, objects: breaking }, folder, await readManifest(folder));
    await expect(cut).rejects.toThrow('cut off');
    await restoreInto(home);
    const client = await signedIn((await serve(home)).url);
    expect((await client.get(`/transactions/transaction/${deal}`)).status).toBe(200);
  });

  test('upgrades a backup of an older schema and refuses one of a newer schema', async () => {
    await backUp();
    const manifest = await readManifest(folder);
    const home = await freshHome();
    const newer = [
      ...migrations,
      {
        name: '9999-word-count',
        up: async (db: MigrationStep) => {
          await sql`alter table notes add column words int not null default 7`.execute(db);
          await sql`alter table notes rename column note to body`.execute(db);
        },
      },
    ];
    await restoreBackup(home, folder, manifest, newer);
    const notes = await sql<{ words: number; body: string }>`select words, body from notes`.execute(
      databaseOf(home),
    );
    expect(notes.rows[0]?.words).toBe(7);
    const older = restoreBackup(await freshHome(), folder, manifest, migrations.slice(0, -1));
    await expect(older).rejects.toThrow(
      `made by a newer version of Counterpart (its database has the migration ${migrations.at(-1)?.name})`,
    );
    await writeFile(join(folder, 'manifest.json'), '{"product":"counterpart","format":2}');
    await expect(readManifest(folder)).rejects.toThrow('made by a newer version of Counterpart');
  });
});
