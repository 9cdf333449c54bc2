import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDeal } from '../../../server/store/deals/deal-write.ts';
import { sampleDocx, samplePdf } from '../../../server/convert/sample-documents.ts';
import { purgeDeal, notifyOfFailure } from '../../../server/jobs/purge-deal-job.ts';
import type { ObjectStore } from '../../../server/storage/object-store.ts';
import { endLease, leaseFile, removeUnlessNeeded } from '../../../server/store/file-leases.ts';
import { archiveFolder, incomingFolder, incomingKey } from '../../../server/storage/object-keys.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { Purge } from '../../../src/contract/entities/transactions/purge.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

const APPROVE = '/authentication/organization/transactions/purge_approval';

let server: TestServer;
let member: TestClient;
let admin: TestClient;
let outsider: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer();
  member = await server.signIn('member@firm.test');
  admin = await server.signIn('admin@firm.test');
  outsider = await server.signIn('counsel@outside.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = await newDeal();
});

async function newDeal(name = 'Project Alder'): Promise<string> {
  return (await member.post('/transactions/transaction', { name })).body.uuid;
}

async function fileOf(of: string, bytes: Uint8Array, name: string): Promise<Document> {
  const answer = await upload(member, of, bytes, { name });
  expect(answer.status, answer.text).toBe(201);
  return converted(member, answer.body.uuid);
}

async function approve(client: TestClient, ...transactions: string[]) {
  return client.post(APPROVE, { transactions });
}

async function read(path: string, client = member) {
  return client.get(path.replace('/api', ''));
}

/** Returns the deal as its participants see it. */
async function seen(of = deal, client = member) {
  return (await client.get(`/transactions/transaction/${of}`)).body;
}

/** Returns the keys of all stored objects with a prefix. */
async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.services.objects.list(prefix)) keys.push(key);
  return keys;
}

async function stored(document: Document): Promise<boolean[]> {
  const { objects } = server.services;
  const key = `files/${document.sha256}`;
  return Promise.all(
    [key, document.pdf_file_key ?? key].map(async (each) => (await objects.stat(each)) !== null),
  );
}

/** Downloads the archive like a user, and returns its files by name. */
async function archived(of: string): Promise<Map<string, Uint8Array>> {
  const answer = await read((await seen(of)).archived_files_url);
  expect(answer.status).toBe(302);
  const file = await fetch(answer.headers.get('location') ?? '');
  expect(file.headers.get('content-disposition')).toContain('Project');
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await file.arrayBuffer())), {
    useWebWorkers: false,
    checkSignature: true,
  });
  const files = new Map<string, Uint8Array>();
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  await zip.close();
  return files;
}

/** The job of an approval by `approveQuietly`. */
function jobOf(of: string) {
  return { deal: of, asked_at: null };
}

/** Approves a purge without starting its job. */
async function approveQuietly(of: string): Promise<void> {
  await server.services.db
    .updateTable('transactions')
    .set({ purge_approved_at: new Date() })
    .where('uuid', '=', of)
    .execute();
}

/** Runs the purge like its job does. */
async function runPurge(of: string, objects = server.services.objects): Promise<void> {
  await purgeDeal({ ...server.services, objects }, jobOf(of), AbortSignal.timeout(30_000));
}

async function withdraw(client: TestClient, ...transactions: string[]) {
  return client.post('/authentication/organization/transactions/withdraw_purge_approval', { transactions });
}

/** Returns the deal’s purge as an admin sees it. */
async function purgeOf(of = deal): Promise<Purge | undefined> {
  const { organization } = (await admin.get('/authentication/user/me')).body;
  const purges: Purge[] = (await admin.get(`/authentication/organization/${organization}/purges`)).body;
  return purges.find(({ transaction }) => transaction === of);
}

async function rowOf(of: string) {
  return server.services.db
    .selectFrom('transactions')
    .select(['archived_at', 'purged_at'])
    .where('uuid', '=', of)
    .executeTakeFirstOrThrow();
}

describe('approving a purge', () => {
  test('takes an admin of the deal’s organization, not a member, and the deal does not exist for others', async () => {
    await addParticipant(server, deal, 'counsel@outside.test');
    expect((await approve(member, deal)).status).toBe(403);
    // An admin of another firm, who works on the deal.
    expect((await approve(outsider, deal)).status).toBe(404);
    const other = (await outsider.post('/transactions/transaction', { name: 'Theirs' })).body.uuid;
    for (const refused of [
      await approve(admin, deal, other),
      await approve(admin, deal, v7()),
      await approve(admin, other),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    expect((await seen()).expired_at, 'all of them, or none').toBeNull();
    expect((await approve(admin)).status).toBe(422);
    expect((await approve(server.client(), deal)).status).toBe(401);
  });

  test.each([
    ['approve', approve],
    ['withdraw', withdraw],
  ])(
    'two who %s the same deals never wait for each other, because the deals are locked in the same order',
    async (_how, act) => {
      const { db } = server.services;
      const [first = '', second = ''] = [deal, await newDeal('Project Ash')].toSorted();
      const isWaitedFor = async () => {
        // Filters by the waiting connection's database, because a lock of this type belongs to no database.
        const { rows } = await sql`
          select from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and locktype = 'transactionid' and not granted
        `.execute(db);
        return rows.length > 0;
      };
      const { answer } = await db.transaction().execute(async (tx) => {
        await lockDeal(tx, first);
        const answer = act(admin, second, first);
        await expect.poll(isWaitedFor).toBe(true);
        await sql`select from transactions where uuid = ${second} for update nowait`.execute(tx);
        return { answer };
      });
      expect((await answer).status).toBe(204);
    },
  );

  test('does not reveal the archive to an outsider', async () => {
    await approve(admin, deal);
    await expect.poll(async () => (await seen()).archived_files_url).not.toBeNull();
    const { archived_files_url: path } = await seen();
    expect((await read(path, outsider)).status).toBe(404);
    expect((await read(path, server.client())).status).toBe(401);
    expect((await read(path, admin)).status).toBe(302);
  });
});

describe('an approved purge', () => {
  test('puts every file into one archive, byte for byte, deletes the files, and keeps the rows', async () => {
    const [pdf, docx] = [await samplePdf({ pages: 2, text: 'One' }), sampleDocx(['A side letter.'])];
    const nda = await fileOf(deal, pdf, 'NDA: “final”/2');
    const again = await fileOf(deal, pdf, 'NDA: “final”/2');
    const word = await fileOf(deal, docx, 'Side letter');
    const deleted = await samplePdf({ pages: 1, text: 'Gone' });
    const gone = await fileOf(deal, deleted, 'Gone');
    await member.delete(`/transactions/document/${gone.uuid}`);
    const pdfOfWord = await fetch((await read(word.pdf_url ?? '')).headers.get('location') ?? '');
    await member.post('/transactions/item/from_documents', { documents: [nda.uuid] });

    expect((await approve(admin, deal)).status).toBe(204);
    await expect.poll(async () => (await rowOf(deal)).purged_at).not.toBeNull();

    const files = await archived(deal);
    const names = [...files.keys()].toSorted();
    expect(names).toEqual([
      '1 NDA_ “final”_2.pdf',
      '2 NDA_ “final”_2.pdf',
      '3 Side letter.docx',
      '4 Side letter.pdf',
      // This document could still have been restored.
      'Deleted files/5 Gone.pdf',
    ]);
    const bytes = [pdf, pdf, docx, new Uint8Array(await pdfOfWord.arrayBuffer()), deleted];
    for (const [index, name] of names.entries())
      expect(Buffer.from(files.get(name) ?? []).equals(bytes[index] ?? new Uint8Array()), name).toBe(true);

    for (const document of [nda, again, word, gone]) expect(await stored(document)).toEqual([false, false]);
    for (const { sha256 } of [nda, word, gone]) expect(await keysOf(`png-144/${sha256}/`)).toEqual([]);
    expect(await keysOf(`png-144/${word.pdf_file_key?.slice(4)}/`)).toEqual([]);
    for (const path of [
      nda.file_url,
      nda.pdf_url ?? '',
      `${nda.pdf_url?.replace(/pdf$/, 'png-144/1.png')}`,
    ]) {
      const answer = await read(path);
      expect([answer.status, answer.body.error_message]).toEqual([
        404,
        'The files of this transaction were archived and removed.',
      ]);
    }
    const documents = (await member.get(`/transactions/document?transaction=${deal}`)).body;
    expect(documents.map(({ name }: Document) => name)).toEqual([nda.name, again.name, 'Side letter']);
    const items = (await member.get(`/transactions/item?transaction=${deal}`)).body;
    expect(items[0].pages).toHaveLength(2);
    const notifications = (await member.get('/notifications/')).body;
    expect(notifications[0]).toMatchObject({ notification_type: 'purge_notice', level: 'info' });
    expect(await seen()).toMatchObject({ name: 'Project Alder', expired_at: expect.any(String) });
  });

  test('accepts and restores no files from the approval on, and says so', async () => {
    const presigned = await member.post(`/transactions/transaction/${deal}/presigned_url`, {
      doc_uuid: v7(),
      file_name: 'a.pdf',
    });
    const document = await fileOf(deal, await samplePdf({ pages: 1 }), 'NDA');
    await member.delete(`/transactions/document/${document.uuid}`);
    await approveQuietly(deal);
    const key = presigned.body.fields.key;
    const refused = [
      await member.post(`/transactions/transaction/${deal}/presigned_url`, {
        doc_uuid: v7(),
        file_name: 'a.pdf',
      }),
      await member.post('/transactions/document', {
        uuid: key.split('/').at(-1),
        transaction: deal,
        name: 'Late',
        uploaded_file_key: key,
      }),
      await member.post(`/transactions/transaction/${deal}/restore`, {
        kind: 'document',
        uuid: document.uuid,
      }),
    ];
    for (const answer of refused)
      expect([answer.status, answer.body.error_message]).toEqual([
        403,
        'The files of this transaction were archived and removed, so you can’t add files.',
      ]);
    expect((await member.patch(`/transactions/transaction/${deal}`, { name: 'Project Ash' })).status).toBe(
      200,
    );
  });

  test('leaves alone rows without a file: headers, tasks, fields and bare items can be restored, an item with a file cannot', async () => {
    const post = async (path: string, body: object) =>
      (await member.post(`/transactions/${path}`, { transaction: deal, ...body })).body;
    const { uuid: header } = await post('element', { label: 'Corporate' });
    const { uuid: task } = await post('task', { name: 'Wire' });
    const { uuid: item } = await post('item', { name: 'To be drafted' });
    const [{ uuid: key }] = await post('custom_key/bulk_create', { custom_keys: [{ key: 'Company' }] });
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Filed' }), 'NDA');
    const [{ item_uuid: filed }] = (
      await member.post('/transactions/item/from_documents', { documents: [document.uuid] })
    ).body;
    for (const path of [
      `element/${header}`,
      `task/${task}`,
      `item/${item}`,
      `item/${filed}`,
      `custom_key/${key}`,
    ])
      expect((await member.delete(`/transactions/${path}?transaction=${deal}`)).status, path).toBe(204);
    await approveQuietly(deal);
    const restored = async (kind: string, uuid: string) =>
      (await member.post(`/transactions/transaction/${deal}/restore`, { kind, uuid })).status;
    expect(await restored('element', header)).toBe(204);
    expect(await restored('task', task)).toBe(204);
    expect(await restored('item', item)).toBe(204);
    expect(await restored('custom_key', key)).toBe(204);
    expect(await restored('item', filed)).toBe(403);
    const items = (await member.get(`/transactions/item?transaction=${deal}`)).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['To be drafted']);
    expect((await post('note', { element: header, note: 'Signed.' })).note).toBe('Signed.');
  });

  test('still says that a repeated upload is already there, even after the approval', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'There' }), 'NDA');
    await approveQuietly(deal);
    const presign = async (doc_uuid: string) =>
      member.post(`/transactions/transaction/${deal}/presigned_url`, { doc_uuid, file_name: 'a.pdf' });
    const there = await presign(document.uuid);
    expect([there.status, there.body.code]).toEqual([409, 'document_exists']);
    expect(there.body.current.uuid).toBe(document.uuid);
    // A different id makes no difference.
    await member.delete(`/transactions/document/${document.uuid}`);
    expect((await presign(document.uuid)).body.code).toBe('not_allowed');
  });

  test('keeps a file that another deal also has, with its pictures, until that deal is purged', async () => {
    const bytes = await samplePdf({ pages: 1, text: 'Shared' });
    const [mine, other] = [deal, await newDeal('Project Birch')];
    const document = await fileOf(mine, bytes, 'NDA');
    const twin = await fileOf(other, bytes, 'NDA');
    await approve(admin, mine);
    await expect.poll(async () => (await rowOf(mine)).purged_at).not.toBeNull();
    const location = (await read(twin.pdf_url ?? '')).headers.get('location');
    expect(Buffer.from(await (await fetch(location ?? '')).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await keysOf(`png-144/${twin.sha256}/`)).length).toBe(1);
    await approve(admin, other);
    await expect.poll(async () => (await rowOf(other)).purged_at).not.toBeNull();
    expect(await stored(document)).toEqual([false, false]);
    expect((await archived(other)).size).toBe(1);
    // A file that nobody has anymore is stored again when it is uploaded again.
    const third = await newDeal('Project Cedar');
    expect(await stored(await fileOf(third, bytes, 'NDA'))).toEqual([true, true]);
  });

  test('keeps the pictures of a document whose PDF was made from a Word file that another deal has', async () => {
    const [mine, other] = [deal, await newDeal('Project Birch')];
    const word = await fileOf(mine, sampleDocx(['A side letter of two firms.']), 'Side letter');
    const location = (await read(word.pdf_url ?? '')).headers.get('location') ?? '';
    const made = new Uint8Array(await (await fetch(location)).arrayBuffer());
    // The same bytes under a different key: for this document, they are the uploaded file itself.
    const twin = await fileOf(other, made, 'Side letter');
    expect([word.pdf_file_key, twin.pdf_file_key]).toEqual([`pdf/${twin.sha256}`, `files/${twin.sha256}`]);
    await approve(admin, mine);
    await expect.poll(async () => (await rowOf(mine)).purged_at).not.toBeNull();
    expect(await keysOf(`png-144/${twin.sha256}/`)).toHaveLength(1);
    expect(await stored(word)).toEqual([false, false]);
    expect(await stored(twin)).toEqual([true, true]);
  });

  test('stores a file again only after its removal has ended', async () => {
    const bytes = await samplePdf({ pages: 1, text: 'Raced' });
    const { sha256 } = await fileOf(deal, bytes, 'NDA');
    const { db, objects } = server.services;
    const key = `files/${sha256}`;
    const other = await newDeal('Project Dogwood');
    const outcome = await removeUnlessNeeded(
      db,
      key,
      async () => false,
      async () => {
        const created = await upload(member, other, bytes, { name: 'NDA' });
        expect([created.status, created.body.code]).toEqual([503, 'unavailable']);
        expect(created.headers.get('retry-after')).toBe('2');
        await objects.remove(key);
      },
    );
    expect(outcome).toBe('removed');
    expect((await upload(member, other, bytes, { name: 'NDA' })).status).toBe(201);
    expect(await objects.stat(key)).not.toBeNull();
  });

  test('does not delete a file that is being stored for another document, and is retried', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Shared' }), 'NDA');
    const { db } = server.services;
    await approveQuietly(deal);
    const lease = await leaseFile(db, `files/${document.sha256}`);
    await expect(runPurge(deal)).rejects.toThrow('is being stored for another document');
    expect(await stored(document)).toEqual([true, true]);
    await endLease(db, lease);
    await runPurge(deal);
    expect(await stored(document)).toEqual([false, false]);
  });

  test('waits for a document that is being converted', async () => {
    const { uuid } = await fileOf(deal, await samplePdf({ pages: 1, text: 'Wait' }), 'NDA');
    const { db } = server.services;
    const set = async (conversion_status: 'processing' | 'complete') =>
      db.updateTable('documents').set({ conversion_status }).where('uuid', '=', uuid).execute();
    await set('processing');
    await approveQuietly(deal);
    const purge = async () => purgeDeal(server.services, jobOf(deal), AbortSignal.timeout(30_000));
    await expect(purge()).rejects.toThrow('still being converted');
    expect(await rowOf(deal)).toEqual({ archived_at: null, purged_at: null });
    await set('complete');
    await purge();
    expect((await rowOf(deal)).purged_at).not.toBeNull();
  });
});

describe('a purge that is interrupted', () => {
  /** Returns the store, which fails at its nth write, either before or after carrying it out. */
  function breakingStore(nth: number, before: boolean): { objects: ObjectStore; writes: () => number } {
    const { objects } = server.services;
    let writes = 0;
    const write = async (act: () => Promise<void>) => {
      writes += 1;
      if (writes === nth && before) throw new Error('cut off');
      await act();
      if (writes === nth) throw new Error('cut off');
    };
    const store: ObjectStore = {
      ...bound(objects),
      put: async (...given) => write(async () => objects.put(...given)),
      remove: async (key) => write(async () => objects.remove(key)),
    };
    return { objects: store, writes: () => writes };
  }

  test.each([true, false])(
    'before or after any write to the store is finished by the next run, and deletes nothing before the archive is complete (before: %s)',
    async (before) => {
      const { services } = server;
      for (let nth = 1; ; nth += 1) {
        const of = await newDeal(`Project ${nth}`);
        const files = await Promise.all(
          [1, 2].map(async (each) => samplePdf({ pages: each, text: `${before} ${nth} ${each}` })),
        );
        const documents: Document[] = [];
        for (const bytes of files) documents.push(await fileOf(of, bytes, `NDA ${documents.length + 1}`));
        await services.objects.put(incomingKey(of, v7()), new Uint8Array(1000));
        await approveQuietly(of);
        const { objects, writes } = breakingStore(nth, before);
        const signal = AbortSignal.timeout(60_000);
        const cut = await purgeDeal({ ...services, objects }, jobOf(of), signal).then(
          () => false,
          () => true,
        );
        if (cut && (await rowOf(of)).archived_at === null)
          for (const document of documents)
            expect(await stored(document), `write ${nth}`).toEqual([true, true]);
        if (cut) await purgeDeal(services, jobOf(of), signal);
        expect((await rowOf(of)).purged_at).not.toBeNull();
        const there = [...(await archived(of)).values()];
        expect(
          there.map((bytes, index) => Buffer.from(bytes).equals(files[index] ?? new Uint8Array())),
        ).toEqual([true, true]);
        for (const document of documents) expect(await stored(document)).toEqual([false, false]);
        expect(await keysOf(`incoming/${of}/`)).toEqual([]);
        if (!cut) {
          // The archive, two files under each of their two possible names, three pictures, and an upload.
          expect(writes()).toBe(9);
          return;
        }
      }
    },
  );

  test('because its deal was deleted keeps the archive, which then is the only copy of the files', async () => {
    const bytes = await samplePdf({ pages: 1, text: 'Deleted' });
    await fileOf(deal, bytes, 'NDA');
    const { objects } = server.services;
    await approveQuietly(deal);
    const remove: ObjectStore['remove'] = async (key) => {
      await member.delete(`/transactions/transaction/${deal}`);
      await objects.remove(key);
    };
    await runPurge(deal, { ...bound(objects), remove });
    expect((await member.get(`/transactions/transaction/${deal}`)).status).toBe(404);
    expect((await keysOf(archiveFolder(deal))).length).toBe(1);
  });

  test.each([
    [1, 'its archive is written'],
    [2, 'any file is removed'],
    [4, 'all files are removed'],
  ])(
    'at write %i, before %s, and whose deal is then deleted, is still finished by the next run',
    async (nth) => {
      const bytes = await samplePdf({ pages: 1, text: `Deleted at ${nth}` });
      const document = await fileOf(deal, bytes, 'NDA');
      await server.services.objects.put(incomingKey(deal, v7()), new Uint8Array(1000));
      await approveQuietly(deal);
      await expect(runPurge(deal, breakingStore(nth, true).objects)).rejects.toThrow('cut off');
      expect((await member.delete(`/transactions/transaction/${deal}`)).status).toBe(204);
      await runPurge(deal);
      expect(await stored(document)).toEqual([false, false]);
      expect(await keysOf(`png-144/${document.sha256}/`)).toEqual([]);
      expect(await keysOf(incomingFolder(deal))).toEqual([]);
      expect((await keysOf(archiveFolder(deal))).length).toBe(1);
      expect((await rowOf(deal)).purged_at).not.toBeNull();
    },
  );

  test('because its deal was deleted during a conversion leaves no PDF behind', async () => {
    const { db } = server.services;
    const before = await keysOf('pdf/');
    const answer = await upload(member, deal, sampleDocx(['A side letter.']), { name: 'Side letter' });
    expect(answer.status, answer.text).toBe(201);
    await approveQuietly(deal);
    expect((await member.delete(`/transactions/transaction/${deal}`)).status).toBe(204);
    const isConverted = async () => {
      const { rows } = await sql`
        select from pgboss.job where data ->> 'document' = ${answer.body.uuid} and state = 'completed'
      `.execute(db);
      return rows.length > 0;
    };
    expect(await isConverted()).toBe(false);
    await expect.poll(isConverted).toBe(true);
    await runPurge(deal);
    expect(await keysOf('pdf/')).toEqual(before);
  });

  test('deletes nothing if its archive cannot be read back unchanged', async () => {
    const { services } = server;
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Torn' }), 'NDA');
    await approveQuietly(deal);
    const { objects } = breakingStore(0, true);
    const torn: ObjectStore = {
      ...objects,
      put: async (key) => services.objects.put(key, new Uint8Array(100)),
    };
    const purge = purgeDeal({ ...services, objects: torn }, jobOf(deal), AbortSignal.timeout(30_000));
    await expect(purge).rejects.toThrow(archiveFolder(deal));
    expect((await seen()).archived_files_url).toBeNull();
    expect(await stored(document)).toEqual([true, true]);
  });

  test('because a file does not match its hash deletes nothing', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Rotten' }), 'NDA');
    await server.services.objects.put(`files/${document.sha256}`, new Uint8Array(2000));
    await approveQuietly(deal);
    const purge = purgeDeal(server.services, jobOf(deal), AbortSignal.timeout(30_000));
    await expect(purge).rejects.toThrow('differs from what was uploaded');
    expect(await stored(document)).toEqual([true, true]);
  });
});

describe('a purge that cannot be completed', () => {
  test.each([
    ['missing', 'A file is missing from the file store.'],
    ['damaged', 'A file in the file store is damaged: it differs from what was uploaded.'],
  ])(
    'because a file is %s is not retried: an admin reads why and for which document, and it resumes once the file is there',
    async (how, why) => {
      const bytes = await samplePdf({ pages: 1, text: how });
      const document = await fileOf(deal, bytes, 'NDA');
      const { objects } = server.services;
      const key = `files/${document.sha256}`;
      if (how === 'missing') await objects.remove(key);
      else await objects.put(key, new Uint8Array(2000));
      expect((await approve(admin, deal)).status).toBe(204);
      await expect.poll(async () => (await purgeOf())?.problem).toMatch(why);
      expect(await purgeOf()).toMatchObject({
        archived_at: null,
        document: { uuid: document.uuid, name: 'NDA' },
      });
      const newest = async () => (await member.get('/notifications/')).body[0];
      await expect.poll(newest).toMatchObject({ notification_type: 'purge_notice', level: 'error' });
      expect((await newest()).title).toContain('could not be archived, and none were removed.');

      await objects.put(key, bytes, 'application/pdf');
      await approve(admin, deal);
      await expect.poll(async () => (await rowOf(deal)).purged_at).not.toBeNull();
      expect(await purgeOf(), 'nothing is left to do').toBeUndefined();
      const { purge_problem } = await server.services.db
        .selectFrom('transactions')
        .select('purge_problem')
        .where('uuid', '=', deal)
        .executeTakeFirstOrThrow();
      expect(purge_problem, 'after another approval, it is in progress again').toBeNull();
      expect((await archived(deal)).size).toBe(1);
    },
  );

  test('for a technical reason shows an admin an explanation', async () => {
    await approveQuietly(deal);
    await notifyOfFailure(server.services, jobOf(deal), 'connect ECONNREFUSED 127.0.0.1:9000');
    expect((await purgeOf())?.problem).toMatch(/^The files couldn’t be archived.*none were removed\./);
    await server.services.db
      .updateTable('transactions')
      .set({ archived_at: new Date(), purge_problem: null })
      .where('uuid', '=', deal)
      .execute();
    await notifyOfFailure(server.services, jobOf(deal), 'connect ECONNREFUSED 127.0.0.1:9000');
    expect((await purgeOf())?.problem).toMatch(
      /^The files are archived, but some of them couldn’t be removed/,
    );
  });

  test('and is retried is in progress, and a late report of the earlier try is ignored', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Late' }), 'NDA');
    await approveQuietly(deal);
    // The new attempt waits, like one whose turn has not come.
    const { db } = server.services;
    const converting = db.updateTable('documents').set({ conversion_status: 'processing' });
    await converting.where('uuid', '=', document.uuid).execute();
    expect((await approve(admin, deal)).status).toBe(204);
    const before = (await member.get('/notifications/')).body.length;
    await notifyOfFailure(server.services, jobOf(deal), 'A file is missing from the file store.');
    expect(await purgeOf()).toMatchObject({ problem: null, document: null });
    expect((await member.get('/notifications/')).body.length).toBe(before);
    await db
      .updateTable('documents')
      .set({ conversion_status: 'complete' })
      .where('uuid', '=', document.uuid)
      .execute();
    await expect.poll(async () => (await rowOf(deal)).purged_at).not.toBeNull();
  });

  test('records no lost file for a try that was followed by another one', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Followed' }), 'NDA');
    const { objects, db } = server.services;
    await approveQuietly(deal);
    await objects.remove(`files/${document.sha256}`);
    const get: ObjectStore['get'] = async (key) => {
      const again = { purge_asked_at: new Date() };
      await db.updateTable('transactions').set(again).where('uuid', '=', deal).execute();
      return objects.get(key);
    };
    await runPurge(deal, { ...bound(objects), get });
    expect(await purgeOf()).toMatchObject({ problem: null, document: null });
  });

  test('is withdrawn, and approved again once the document is deleted', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Lost' }), 'NDA');
    await server.services.objects.remove(`files/${document.sha256}`);
    await approve(admin, deal);
    await expect.poll(async () => (await purgeOf())?.problem).not.toBeFalsy();
    expect((await withdraw(admin, deal)).status).toBe(204);
    expect(await purgeOf()).toBeUndefined();
    expect(await seen()).toMatchObject({ expired_at: null, archived_files_url: null });
    await member.delete(`/transactions/document/${document.uuid}`);
    await approve(admin, deal);
    await expect.poll(async () => (await rowOf(deal)).purged_at).not.toBeNull();
  });

  test('no longer blocks others once its deal is deleted, because nobody could fix it then', async () => {
    const lost = await fileOf(deal, await samplePdf({ pages: 1, text: 'Lost with its deal' }), 'NDA');
    const other = await fileOf(deal, await samplePdf({ pages: 1, text: 'Not lost' }), 'SPA');
    await server.services.objects.remove(`files/${lost.sha256}`);
    await approve(admin, deal);
    await expect.poll(async () => (await purgeOf())?.problem).not.toBeFalsy();
    expect(await stored(other)).toEqual([true, true]);
    await member.delete(`/transactions/transaction/${deal}`);
    await expect.poll(async () => (await rowOf(deal)).purged_at).not.toBeNull();
    expect(await stored(other)).toEqual([false, false]);
    expect((await keysOf(archiveFolder(deal))).length).toBe(1);
  });

  test('does not name its document to an admin restricted by strict data access', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Strict' }), 'Side letter');
    await server.services.objects.remove(`files/${document.sha256}`);
    await approveQuietly(deal);
    await expect(runPurge(deal)).rejects.toThrow('A file is missing');
    const { organization } = (await admin.get('/authentication/user/me')).body;
    const strict = async (strict_data_access: boolean) =>
      admin.patch(`/authentication/organization/${organization}`, { strict_data_access });
    await strict(true);
    const held = await purgeOf();
    await strict(false);
    expect(held).toMatchObject({ document: null, problem: expect.stringContaining('A file is missing') });
    expect((await purgeOf())?.document).toEqual({ uuid: document.uuid, name: 'Side letter' });
  });
});

describe('withdrawing an approval', () => {
  test('takes an admin of the organization, and is impossible once the files are archived', async () => {
    await approveQuietly(deal);
    expect((await withdraw(member, deal)).status).toBe(403);
    expect((await withdraw(outsider, deal)).status).toBe(404);
    const second = await newDeal('Project Elm');
    await approveQuietly(second);
    await runPurge(second);
    const late = await withdraw(admin, deal, second);
    expect([late.status, late.body.code]).toEqual([403, 'not_allowed']);
    expect(late.body.error_message).toContain('“Project Elm”');
    expect((await seen()).expired_at, 'all of them, or none').not.toBeNull();
    expect((await withdraw(admin, deal)).status).toBe(204);
    expect((await withdraw(admin, deal)).status, 'again').toBe(204);
    expect((await seen()).expired_at).toBeNull();
    expect((await upload(member, deal, await samplePdf({ pages: 1 }), { name: 'NDA' })).status).toBe(201);
  });

  test('while its archive is being written keeps every file and leaves no archive', async () => {
    const document = await fileOf(deal, await samplePdf({ pages: 1, text: 'Withdrawn' }), 'NDA');
    const { objects } = server.services;
    await approveQuietly(deal);
    await runPurge(deal, {
      ...bound(objects),
      put: async (...given) => {
        await objects.put(...given);
        await withdraw(admin, deal);
      },
    });
    expect(await rowOf(deal)).toEqual({ archived_at: null, purged_at: null });
    expect(await stored(document)).toEqual([true, true]);
    expect(await keysOf(archiveFolder(deal))).toEqual([]);
  });

  test.each(['exists', 'is deleted'])(
    'after its archive was written, and before that was recorded, leaves no archive (the deal %s)',
    async (how) => {
      await fileOf(deal, await samplePdf({ pages: 1, text: 'Died' }), 'NDA');
      const { objects } = server.services;
      await approveQuietly(deal);
      const put: ObjectStore['put'] = async (...given) => {
        await objects.put(...given);
        throw new Error('cut off');
      };
      await expect(runPurge(deal, { ...bound(objects), put })).rejects.toThrow('cut off');
      expect((await keysOf(archiveFolder(deal))).length).toBe(1);
      expect((await withdraw(admin, deal)).status).toBe(204);
      if (how === 'is deleted') await member.delete(`/transactions/transaction/${deal}`);
      await runPurge(deal);
      expect(await keysOf(archiveFolder(deal))).toEqual([]);
    },
  );

  test('and approving it again loses no file that was added in the meantime: an earlier job’s file is not used as the archive', async () => {
    await fileOf(deal, await samplePdf({ pages: 1, text: 'First' }), 'NDA');
    const { objects } = server.services;
    await approveQuietly(deal);
    const put: ObjectStore['put'] = async (...given) => {
      // A second purge starts later, and finishes before the first one has written its archive.
      await withdraw(admin, deal);
      await fileOf(deal, await samplePdf({ pages: 1, text: 'Second' }), 'SPA');
      await approveQuietly(deal);
      await runPurge(deal);
      await objects.put(...given);
    };
    await runPurge(deal, { ...bound(objects), put });
    expect([...(await archived(deal)).keys()].toSorted()).toEqual(['1 NDA.pdf', '2 SPA.pdf']);
    expect((await keysOf(archiveFolder(deal))).length).toBe(1);
  });
});

/** Returns the store as an object whose methods can be replaced. */
function bound(objects: ObjectStore): ObjectStore {
  return {
    presignUpload: async (request) => objects.presignUpload(request),
    put: async (...given) => objects.put(...given),
    get: async (key) => objects.get(key),
    stat: async (key) => objects.stat(key),
    remove: async (key) => objects.remove(key),
    list: (prefix) => objects.list(prefix),
    presignDownload: async (...given) => objects.presignDownload(...given),
    close: async () => undefined,
  };
}
