import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockDeal } from '../../../server/store/deals/deal-write.ts';
import { sampleDocx, samplePdf } from '../../../server/convert/sample-documents.ts';
import { convertDocumentKind } from '../../../server/queue/job-kinds.ts';
import { workOnConversions } from '../../../server/jobs/documents/convert-document-job.ts';
import type { JobQueue } from '../../../server/queue/job-queue.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { upload } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;
let deal: string;
/** Runs one attempt of a document's job. The server runs no jobs by itself. */
let run: (document: string) => Promise<void>;
/** What the queue calls after the last attempt has failed. An earlier attempt may still be running. */
let failed: (document: string) => Promise<void>;

const idleQueue: JobQueue = {
  enqueue: () => Promise.reject(new Error('A conversion makes no jobs.')),
  work: () => Promise.resolve(),
  counts: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
};

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
  const jobs: JobQueue = {
    ...idleQueue,
    work: (kind, work) => {
      const signal = new AbortController().signal;
      run = (document) => work.run(kind.payload.parse({ document }), { id: 'job', attempt: 1, signal });
      failed = (document) => work.failed(kind.payload.parse({ document }), 'The job ran out of time.');
      return Promise.resolve();
    },
  };
  await workOnConversions({ ...server.services, jobs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

async function uploaded(): Promise<string> {
  return (await upload(client, deal, await samplePdf({ pages: 1 }))).body.uuid;
}

async function read(document: string): Promise<Document> {
  return (await client.get(`/transactions/document/${document}`)).body;
}

/** Starts an attempt that stops while storing its next object, as in a frozen process. */
async function frozenAttempt(document: string): Promise<{ resume(): Promise<void> }> {
  const { objects } = server.services;
  const put = objects.put.bind(objects);
  const frozen = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  vi.spyOn(objects, 'put').mockImplementationOnce(async (...given) => {
    frozen.resolve();
    await thawed.promise;
    await put(...given);
  });
  const attempt = run(document);
  await frozen.promise;
  return {
    resume: () => {
      thawed.resolve();
      return attempt;
    },
  };
}

describe('the conversions of a process', () => {
  test.each([
    [4, 2],
    [3, 1],
    [1, 1],
  ])('with %i at once give each organization %i', async (conversionConcurrency, perGroup) => {
    const given: unknown[] = [];
    const jobs: JobQueue = {
      ...idleQueue,
      work: ({ name }, { concurrency, perGroup: share }) => {
        given.push({ name, concurrency, perGroup: share });
        return Promise.resolve();
      },
    };
    const settings = { ...server.settings, conversionConcurrency };
    await workOnConversions({ ...server.services, settings, jobs });
    expect(given).toEqual([{ name: convertDocumentKind.name, concurrency: conversionConcurrency, perGroup }]);
  });

  test('are enqueued for the transaction’s organization, regardless of who uploads', async () => {
    await addParticipant(server, deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const { services } = server;
    const enqueue = vi.spyOn(services.jobs, 'enqueue');
    const { body } = await upload(counsel, deal, await samplePdf({ pages: 1 }));
    const owner = (await client.get('/authentication/user/me')).body.organization;
    expect(enqueue.mock.calls.map(([, kind, payload, options]) => [kind.name, payload, options])).toEqual([
      [convertDocumentKind.name, { document: body.uuid }, { group: owner.uuid ?? owner }],
    ]);
    enqueue.mockRestore();
  });
});

describe('a document with two conversion attempts', () => {
  test('has no error once the first attempt has succeeded, even if the second was given up', async () => {
    const uuid = await uploaded();
    const first = await frozenAttempt(uuid);
    await failed(uuid);
    expect(await read(uuid)).toMatchObject({ conversion_status: 'error' });
    await first.resume();
    expect(await read(uuid)).toMatchObject({ conversion_status: 'complete', error_message: null });
  });

  test('stays complete if one attempt is given up as the other ends', async () => {
    const uuid = await uploaded();
    const { db } = server.services;
    const givenUp = await db.transaction().execute(async (tx) => {
      await lockDeal(tx, deal);
      const giveUp = failed(uuid);
      await expect.poll(waitingForLocks).toBe(1);
      await tx
        .updateTable('documents')
        .set({ conversion_status: 'complete' })
        .where('uuid', '=', uuid)
        .execute();
      // Wrapped in an object: a returned promise would be awaited while the lock that it needs is still held.
      return { giveUp };
    });
    await givenUp.giveUp;
    expect(await read(uuid)).toMatchObject({ conversion_status: 'complete', error_message: null });
  });

  test('stays as the first finished attempt left it', async () => {
    const uuid = await uploaded();
    const first = await frozenAttempt(uuid);
    await run(uuid);
    const complete = await read(uuid);
    expect(complete).toMatchObject({ conversion_status: 'complete' });
    await first.resume();
    expect(await read(uuid)).toEqual(complete);
  });

  test('has the PDF and pictures of the first finished attempt, even if the other converts its Word file differently', async () => {
    const docx = sampleDocx(['Share Purchase Agreement']);
    const { uuid } = (await upload(client, deal, docx)).body;
    // It stops while storing its PDF.
    const first = await frozenAttempt(uuid);
    await run(uuid);
    const complete = await read(uuid);
    const made = await sha256Of(complete.pdf_file_key);
    await first.resume();
    expect(await read(uuid)).toEqual(complete);
    expect(await sha256Of(complete.pdf_file_key)).toBe(made);
    expect(complete.pdf_file_key).toBe(`pdf/${made}`);
  });
});

/** Returns the SHA-256 of the stored bytes. */
async function sha256Of(key: string | null): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await server.services.objects.get(key ?? ''), hash);
  return hash.digest('hex');
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(server.services.db);
  return rows[0]?.waiting ?? 0;
}

test('a file that takes too long is not retried, because it would take as long while others wait', async () => {
  const uuid = await uploaded();
  const { settings } = server.services;
  const { conversionSeconds } = settings;
  settings.conversionSeconds = 0.001;
  try {
    await expect(run(uuid)).rejects.toMatchObject({ name: 'FinalJobFailure', message: 'timed_out' });
  } finally {
    settings.conversionSeconds = conversionSeconds;
  }
  await run(uuid);
  expect(await read(uuid)).toMatchObject({ conversion_status: 'complete' });
});
