import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleDocx, samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import {
  append,
  begin,
  create as createDocument,
  offsetOf,
  presign,
  sendPart,
  sha256,
} from '../support/resumable.ts';
import { TestClient, type Answer } from '../support/test-client.ts';
import { freePort } from '../../support/free-port.ts';
import { converted, upload } from '../support/upload.ts';

let dataDir: string;
let port: number;
let storePort: number;
let running: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'counterpart-kill-test-'));
  port = await freePort();
  storePort = await freePort();
});
afterAll(async () => {
  // SIGTERM also stops the embedded PostgreSQL.
  if (running && running.exitCode === null) {
    running.kill('SIGTERM');
    await once(running, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts `node server/main.ts` with the same folder and ports each time, and waits until it is ready. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../../server/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      STORE_PORT: String(storePort),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      OBJECT_STORE: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    if (line === `Counterpart is ready at http://127.0.0.1:${port}`) {
      // Discards further output, which would otherwise fill the pipe.
      child.stdout?.resume();
      return child;
    }
  }
  throw new Error(`The server did not start: ${said}`);
}

/** Returns the running server, or starts one. */
function up(): Promise<ChildProcess> {
  return running && running.exitCode === null && running.signalCode === null
    ? Promise.resolve(running)
    : start();
}

async function signIn(): Promise<TestClient> {
  const client = new TestClient(`http://127.0.0.1:${port}`);
  const answer = await client.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  expect(answer.status, answer.text).toBe(200);
  return client;
}

test('a server killed during writes and conversions keeps every acknowledged write once, and continues conversions', async () => {
  const first = await start();
  const client = await signIn();
  const deal = (await client.post('/transactions/transaction', { name: 'Killed' })).body.uuid;
  const documents: string[] = [];
  for (const bytes of [sampleDocx(['One']), await samplePdf({ pages: 20 }), sampleDocx(['Two'])]) {
    documents.push((await upload(client, deal, bytes)).body.uuid);
  }

  const answered: string[] = [];
  const sent: { key: string; uuid: string; label: string }[] = [];
  let killed = false;
  const write = async (): Promise<void> => {
    while (!killed) {
      const one = { key: v7(), uuid: v7(), label: `Header ${sent.length}` };
      sent.push(one);
      const answer = await create(client, deal, one).catch(() => null);
      if (answer === null) return;
      expect(answer.status).toBe(201);
      answered.push(one.uuid);
      if (answered.length === 60) {
        killed = true;
        first.kill('SIGKILL');
      }
    }
  };
  await Promise.all([write(), write(), write(), write()]);
  if (first.signalCode === null) await once(first, 'exit');
  expect(first.signalCode).toBe('SIGKILL');

  await start();
  const again = await signIn();
  const elements = async (): Promise<Element[]> =>
    (await again.get(`/transactions/element?transaction=${deal}`)).body;
  const after = new Set((await elements()).map((element) => element.uuid));
  for (const uuid of answered) expect(after.has(uuid)).toBe(true);

  // The client sends everything again, including requests that got a response. Nothing may be duplicated or
  // missing.
  for (const one of sent) {
    const answer = await create(again, deal, one);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.uuid).toBe(one.uuid);
  }
  const whole = await elements();
  expect(new Set(whole.map((element) => element.uuid))).toEqual(new Set(sent.map((one) => one.uuid)));
  expect(whole.map((element) => element.order)).toEqual(whole.map((_, index) => index));

  // The documents of the test and of the sample deal, which were waiting when the process died.
  const deals = (await again.get('/transactions/transaction')).body as { uuid: string }[];
  const lists = await Promise.all(
    deals.map(({ uuid }) => again.get(`/transactions/document?transaction=${uuid}`)),
  );
  // Except for a sample file that is intentionally locked.
  const all = lists.flatMap((list) =>
    (list.body as { uuid: string; name: string }[]).filter(({ name }) => !name.startsWith('Side Letter')),
  );
  expect(all.length).toBeGreaterThan(documents.length);
  for (const { uuid } of all)
    expect(await converted(again, uuid)).toMatchObject({
      conversion_status: 'complete',
      error_message: null,
    });
});

test('an upload whose server is killed in the middle of a chunk continues from the disk, and ends with the hash of the file', async () => {
  const first = await up();
  const client = await signIn();
  const deal = (await client.post('/transactions/transaction', { name: 'Cut' })).body.uuid;
  const prepared = await presign(client, deal);
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000_000)]);
  await begin(prepared.resumable, file.length);
  await append(prepared.resumable, 0, file.subarray(0, 500_000));
  const part = join(dataDir, 'objects', 'resumable', prepared.key.replaceAll('/', '~'), String(file.length));
  const socket = await sendPart(prepared.resumable, 500_000, file.subarray(500_000), 700_000);
  await expect.poll(async () => (await stat(part)).size).toBe(1_200_000);
  first.kill('SIGKILL');
  await once(first, 'exit');
  socket.destroy();

  await start();
  const again = await signIn();
  const { resumable } = await presign(again, deal, prepared.uuid);
  expect(await offsetOf(resumable)).toBe(1_200_000);
  await append(resumable, 1_200_000, file.subarray(1_200_000));
  const document = await createDocument(again, deal, prepared);
  expect(document.status, document.text).toBe(201);
  expect(document.body).toMatchObject({ sha256: sha256(file), size: file.length });
});

test('a second start on a used port reports it in one sentence and exits with 1', async () => {
  const other = spawn(process.execPath, [resolve(import.meta.dirname, '../../../server/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      STORE_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      OBJECT_STORE: '',
    },
  });
  let said = '';
  other.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(other, 'exit');
  expect(code).toBe(1);
  expect(said).toContain(`Port ${port} is in use by another program.`);
  // The first server's database must still run.
  expect((await (await signIn()).get('/transactions/transaction')).status).toBe(200);
});

function create(
  client: TestClient,
  deal: string,
  one: { key: string; uuid: string; label: string },
): Promise<Answer> {
  return client.post(
    '/transactions/element',
    { uuid: one.uuid, transaction: deal, label: one.label },
    { headers: { 'idempotency-key': one.key } },
  );
}
