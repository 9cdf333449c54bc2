import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collateItemKind } from '../../../server/queue/job-kinds.ts';
import { checkLedger } from '../../../server/signing/executed/check-ledger.ts';
import type { ObjectStore } from '../../../server/storage/object-store.ts';
import { openObjectStore } from '../../../server/storage/open-object-store.ts';
import type { Tables } from '../../../server/store/tables.ts';
import { RealServer, type Person } from '../../chaos/real-server.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { pdfsig } from '../../support/signing/verifiers.ts';
import { until } from '../../support/until.ts';
import { teamOf, type DealTeam } from '../signing/deal-team.ts';
import { addParticipant } from '../support/test-server.ts';
import type { Answer } from '../support/test-client.ts';
import { openPaperClosing } from './closing-team.ts';

const DOCUMENTS = 50;
/** A job whose process was killed is retried after 15 seconds, and after longer waits each further time. */
const WAIT_MS = 180_000;
/**
 * The server is killed once this many documents are executed, after this many milliseconds, so that the kills
 * hit different steps of the next one.
 */
const KILLS = [
  [1, 0],
  [8, 60],
  [16, 120],
  [25, 200],
  [38, 300],
  [44, 20],
] as const;

let server: RealServer;
let objects: ObjectStore;
let owner: Person;
let partner: Person;
let team: DealTeam;

beforeAll(async () => {
  server = await RealServer.start();
  const storage = await openObjectStore({
    objectStore: { kind: 'folder', folder: server.objects },
    dataDir: dirname(server.objects),
    storePublicUrl: server.url,
  });
  objects = storage.store;
  const [first, second] = await server.addMembers(2);
  if (!first || !second) throw new Error('There are no members.');
  [owner, partner] = [first, second];
  const { body } = await owner.client.post('/transactions/transaction', { name: 'Project Alder' });
  await addParticipant({ services: { db: server.db, now: () => new Date() } }, body.uuid, partner.email);
  team = teamOf({ services: server }, owner.client, body.uuid);
});
afterAll(async () => {
  await objects.close();
  await server.stop();
});

/** Creates documents that were signed on paper and accepted, so that their pages are held. */
async function heldDocuments(): Promise<{ items: string[]; signatures: string[] }> {
  const closing = openPaperClosing({ services: { db: server.db, objects } }, team);
  const jane = await team.person('Jane Doe');
  const items: string[] = [];
  const signatures: string[] = [];
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const { item, page } = await closing.lease(`Lease ${number}`);
    const { uuid } = await team.assign(item, jane, { item_page_uuid: page });
    await closing.signOnPaper(uuid, `Signed lease ${number}`, 'signed_pending_acceptance');
    items.push(item);
    signatures.push(uuid);
  }
  const pages = await team.list('/transactions/executed_document_page');
  const accepted = await owner.client.post('/assignments/assignment/bulk_accept', {
    assignments: signatures,
    pages: pages.map(({ uuid, version }) => ({ uuid, version })),
  });
  expect(accepted.status, accepted.text).toBe(200);
  return { items, signatures };
}

async function confirmedRelease(items: readonly string[]): Promise<string> {
  const made = await owner.client.post('/transactions/release', { transaction: team.deal, items });
  expect(made.status, made.text).toBe(201);
  for (const { client } of [owner, partner]) {
    const answer = await client.post(`/transactions/release/${made.body.uuid}/confirm`, {});
    expect(answer.status, answer.text).toBe(200);
  }
  return made.body.uuid;
}

async function restart(): Promise<void> {
  await server.kill();
  await server.start();
}

/** Kills the server while it waits for a lock that this test holds, then restarts it. */
async function killWhileWaitingFor<T>(
  lock: (tx: Transaction<Tables>) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const done = await server.db.transaction().execute(async (tx) => {
    await lock(tx);
    const acted = await act();
    await server.kill();
    return acted;
  });
  await server.start();
  return done;
}

const lockDeal = async (tx: Transaction<Tables>) =>
  sql`select 1 from transactions where uuid = ${team.deal} for update`.execute(tx);

/** Locks the job that makes an executed document, once it exists. */
const lockJob = async (tx: Transaction<Tables>) =>
  until('an executed document is being made', async () => {
    const { rows } = await sql`
      select 1 from pgboss.job where name = ${collateItemKind.name} and state = 'active' for update
    `.execute(tx);
    return rows.length > 0;
  });

/**
 * Returns how many signatures are released. Checks that it is all or none, as the release and the ledger say.
 */
async function countReleased(release: string): Promise<number> {
  const assignments = await team.list('/assignments/assignment');
  const { length } = assignments.filter(({ status }) => status === 'released');
  const row = (await team.list('/transactions/release')).find(({ uuid }) => uuid === release);
  const lines = await server.db
    .selectFrom('ledger_entries')
    .select('details')
    .where('transaction', '=', team.deal)
    .where('event', '=', 'released')
    .execute();
  const collations = await server.db.selectFrom('collations').select('item').execute();
  const isReleased = row?.['status'] === 'released';
  const expected = isReleased ? DOCUMENTS : 0;
  expect([length, lines.length, collations.length]).toEqual([expected, isReleased ? 1 : 0, expected]);
  return length;
}

/** All executed documents that have ever existed, by item. */
const seen = new Map<string, Set<string>>();

async function countExecuted(): Promise<number> {
  const rows = await server.db
    .selectFrom('collations')
    .select(['item', 'file_key'])
    .where('file_key', 'is not', null)
    .execute();
  for (const { item, file_key: key } of rows) seen.set(item, (seen.get(item) ?? new Set()).add(key ?? ''));
  return rows.length;
}

/**
 * Counts the sealed files that no document refers to. A kill between storing a file and recording it leaves
 * one behind.
 */
async function countUnnamed(): Promise<number> {
  const named = new Set([...seen.values()].flatMap((keys) => [...keys]));
  let count = 0;
  for await (const { key } of objects.list('pdf/')) {
    const bytes = await buffer(await objects.get(key));
    if (bytes.includes('ETSI.CAdES.detached') && !named.has(key)) count += 1;
  }
  return count;
}

async function countUnfinishedJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job
    where name like ${`${collateItemKind.name}%`} and state <> 'completed'
  `.execute(server.db);
  return rows[0]?.n ?? 0;
}

test('a release of 50 documents is all or nothing even if the server is killed, and each document is executed and sealed once', async () => {
  const { items, signatures } = await heldDocuments();
  const release = await confirmedRelease(items);
  const key = v7();
  const send = async (): Promise<Answer | null> =>
    owner.client
      .post(`/transactions/release/${release}/release`, {}, { headers: { 'idempotency-key': key } })
      .catch(() => null);

  // Kill it while it waits for the deal's row.
  const [lost] = await killWhileWaitingFor(lockDeal, async () => {
    const answer = send();
    await until('the release waits', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
        server.db,
      );
      return rows.length > 0;
    });
    return [answer];
  });
  expect(await lost).toBeNull();
  expect(await countReleased(release)).toBe(0);

  // Kill it in the middle of its work, or after it.
  for (const delay of [25, 75]) {
    const answer = send();
    await pause(delay);
    await restart();
    await answer;
    await countReleased(release);
  }
  const answer = send();
  await until('the pages are released', async () => {
    const row = await server.db
      .selectFrom('releases')
      .select('status')
      .where('uuid', '=', release)
      .executeTakeFirst();
    return row?.status === 'released';
  });
  await restart();
  await answer;
  const repeated = await send();
  expect([repeated?.status, repeated?.body.status], repeated?.text).toEqual([200, 'released']);
  expect(await countReleased(release)).toBe(DOCUMENTS);

  // Kill it between storing and recording an executed document, and between recording one and completing its
  // job.
  await killWhileWaitingFor(lockDeal, async () =>
    until('a sealed document is stored', async () => (await countUnnamed()) > 0),
  );
  const before = await countExecuted();
  await killWhileWaitingFor(lockJob, async () =>
    until('a document is executed', async () => (await countExecuted()) > before),
  );

  for (const [executed, delay] of KILLS) {
    await until(
      `${executed} documents are executed`,
      async () => (await countExecuted()) >= executed,
      WAIT_MS,
    );
    await pause(delay);
    await restart();
  }
  // And once more while it starts.
  await restart();
  await until('all documents are executed', async () => (await countExecuted()) === DOCUMENTS, WAIT_MS);
  await until('no job is left', async () => (await countUnfinishedJobs()) === 0, WAIT_MS);

  await countExecuted();
  expect([...seen.keys()].toSorted()).toEqual(items.toSorted());
  expect([...seen.values()].map(({ size }) => size)).toEqual(items.map(() => 1));
  expect(await countUnnamed()).toBeLessThanOrEqual(KILLS.length + 4);
  const rows = await team.list('/transactions/item');
  for (const row of rows)
    expect(row).toMatchObject({ collation: 'done', collation_problem: null, executed_num_pages: 3 });
  const assignments = await team.list('/assignments/assignment');
  expect(assignments.map(({ uuid }) => uuid).toSorted()).toEqual(signatures.toSorted());
  expect(new Set(assignments.map(({ status }) => status))).toEqual(new Set(['released']));

  expect(await checkLedger({ db: server.db, objects }, team.deal)).toMatchObject({
    sealedIn: DOCUMENTS,
    faults: [],
  });
  const lines = await server.db
    .selectFrom('ledger_entries')
    .select(['event', 'details'])
    .where('transaction', '=', team.deal)
    .where('event', 'in', ['held', 'released'])
    .orderBy('seq')
    .execute();
  const recorded = (event: string) =>
    lines
      .flatMap((line) => (line.event === event ? [line.details['signatures']].flat().map(String) : []))
      .toSorted();
  expect(recorded('held')).toEqual(signatures.toSorted());
  expect(recorded('released')).toEqual(signatures.toSorted());

  for (const [number, item] of items.entries()) {
    const [file] = seen.get(item) ?? [];
    const pdf = await buffer(await objects.get(file ?? ''));
    expect(pdf.toString('latin1').split('ETSI.CAdES.detached')).toHaveLength(2);
    const said = await pdfsig(pdf);
    expect(said).toContain('Signature is Valid.');
    expect(said).toContain('Total document signed');
    const pages = await seePdf(pdf);
    expect(pages[1]?.text).toContain(`Signed lease ${number + 1}`);
  }
}, 900_000);
