import '../../chaos/browser-globals.ts';
import { sql } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import { createHeader } from '../../../src/db/commands/checklist/create-header.ts';
import { discardRejected } from '../../../src/db/commands/tray/discard-rejected.ts';
import { renameHeader } from '../../../src/db/commands/checklist/rename-header.ts';
import { retryRejected } from '../../../src/db/commands/tray/retry-rejected.ts';
import { trayEntries } from '../../../src/db/queries/status/rejected.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { stageFiles } from '../../../src/sync/uploads/staging/stage-files.ts';
import { Device } from '../../chaos/device.ts';
import { Random } from '../../chaos/random.ts';
import { RealServer, type Person } from '../../chaos/real-server.ts';
import { ChaosProxy } from '../../support/chaos-proxy.ts';

const PATIENT = { timeout: 60_000 };

let server: RealServer;
let admin: Client;
let database: string;
let person: Person;
let device: Device;
let deal: string;

beforeAll(async () => {
  server = await RealServer.start();
  admin = server.connect('postgres');
  await admin.connect();
  const named = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  database = named.rows[0]?.name ?? '';
});
afterAll(async () => {
  await admin.query(`drop database if exists ${escapeIdentifier(`${database}_backup`)} with (force)`);
  await admin.end();
  await server.stop();
});

beforeEach(async () => {
  [person] = (await server.addMembers(1)) as [Person];
  deal = (await person.client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const proxy = await ChaosProxy.open(server.port, () => ({ kind: 'pass' }));
  const random = new Random(deal);
  device = await Device.open(person, proxy, { tabs: 1, deal, sessionEndsIn: 12 * 3600, random });
  await device.open(deal);
  await device.heal();
  return async () => device.destroy();
});

/**
 * Copies the whole database within PostgreSQL while the server is stopped. `restore` replaces the database
 * with the copy.
 */
async function copyDatabase(direction: 'back up' | 'restore'): Promise<void> {
  await server.kill();
  const [from, to] =
    direction === 'back up' ? [database, `${database}_backup`] : [`${database}_backup`, database];
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1) and pid <> pg_backend_pid()',
    [[from, to]],
  );
  await admin.query(`drop database if exists ${escapeIdentifier(to)} with (force)`);
  await admin.query(`create database ${escapeIdentifier(to)} template ${escapeIdentifier(from)}`);
  await server.start();
}

async function labels(): Promise<string[]> {
  const { body } = await person.client.get(`/transactions/element?transaction=${deal}`);
  return body.map((element: { label: string }) => element.label).toSorted();
}

async function shown(): Promise<string[]> {
  const rows = await device.db.elements.where({ transaction: deal }).toArray();
  return rows.map(({ label }) => label ?? '').toSorted();
}

/** Waits until every edit has reached the server, and this device shows the server's data. */
async function allSynced(): Promise<void> {
  await expect.poll(async () => device.db.outbox.count(), PATIENT).toBe(0);
  await expect.poll(async () => (await shown()).join(), PATIENT).toBe((await labels()).join());
}

/** Returns each document of the deal with the hash of the server's file. */
async function documents(): Promise<[string, string][]> {
  const { body } = await person.client.get(`/transactions/document?transaction=${deal}`);
  return body.map((document: Document) => [document.uuid, document.sha256]);
}

/** Makes three changes that the server acknowledges after its backup, then restores the backup. */
async function loseThreeChanges(): Promise<void> {
  await expect.poll(async () => device.shows(deal), PATIENT).toBe(true);
  const before = newUuid();
  await createHeader(device.db, { transaction: deal, uuid: before, label: 'Before', parent: 'top' });
  await allSynced();
  await copyDatabase('back up');
  const after = newUuid();
  await createHeader(device.db, { transaction: deal, uuid: after, label: 'After', parent: 'top' });
  await allSynced();
  await renameHeader(device.db, { transaction: deal, uuid: after, label: 'After all' });
  await renameHeader(device.db, { transaction: deal, uuid: before, label: 'Before all' });
  await allSynced();
  expect(await shown()).toEqual(['After all', 'Before all']);
  await copyDatabase('restore');
  expect(await labels()).toEqual(['Before']);
  await expect.poll(async () => (await trayEntries(device.db)).length, PATIENT).toBe(1);
  await expect.poll(shown, PATIENT).toEqual(['Before']);
}

test('[LOST1] after a restore of an older backup, newer acknowledged changes are in the tray and can be sent again', async () => {
  await loseThreeChanges();
  const [entry] = await trayEntries(device.db);
  expect(entry?.edit.reason).toMatch(
    /^The server was restored to (?:\w+ \d+, )?\d\d:\d\d\. 3 of your changes are newer: send them again or discard them\.$/,
  );
  expect(entry?.dependents).toHaveLength(2);
  expect(await retryRejected(device.db, entry?.edit.id ?? '')).toBe('retried');
  await allSynced();
  expect(await labels()).toEqual(['After all', 'Before all']);
  expect(await device.db.rejected.count()).toBe(0);
});

test('[LOST2] changes discarded after a restore are gone, and the tray stays empty', async () => {
  await loseThreeChanges();
  const [entry] = await trayEntries(device.db);
  await discardRejected(device.db, entry?.edit.id ?? '');
  await renameHeader(device.db, {
    transaction: deal,
    uuid: (await device.db.elements.toCollection().primaryKeys())[0] ?? '',
    label: 'Later',
  });
  await allSynced();
  expect(await labels()).toEqual(['Later']);
  expect(await device.db.rejected.count()).toBe(0);
});

test('[LOST5] a file that was acknowledged after the backup is in the tray after the restore, and becomes one document again', async () => {
  await expect.poll(async () => device.shows(deal), PATIENT).toBe(true);
  await copyDatabase('back up');
  await stageFiles(device.db, { transaction: deal }, [
    new File([new Uint8Array(await samplePdf({ pages: 1, text: 'Lease' }))], 'Lease.pdf'),
  ]);
  const [file] = await device.db.files.toArray();
  const uuid = file?.uuid ?? '';
  await expect.poll(documents, PATIENT).toEqual([[uuid, file?.sha256]]);
  await expect.poll(async () => device.db.files.count(), PATIENT).toBe(0);
  await copyDatabase('restore');
  expect(await documents()).toEqual([]);
  await expect.poll(async () => (await trayEntries(device.db)).length, PATIENT).toBe(1);
  await expect.poll(async () => device.db.documents.count(), PATIENT).toBe(0);
  const [entry] = await trayEntries(device.db);
  expect(entry?.edit).toMatchObject({ id: uuid, name: 'file.upload' });
  expect(entry?.edit.reason).toMatch(/1 of your changes is newer: send it again or discard it\.$/);
  expect(entry?.filesHere.has(uuid)).toBe(true);
  expect(await retryRejected(device.db, uuid)).toBe('retried');
  await expect.poll(documents, PATIENT).toEqual([[uuid, file?.sha256]]);
  await expect.poll(async () => device.db.files.count(), PATIENT).toBe(0);
  expect(await device.db.rejected.count()).toBe(0);
});
