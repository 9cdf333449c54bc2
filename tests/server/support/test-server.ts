import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { hashPassword } from '../../../server/auth/passwords.ts';
import { addAccount, addOrganization } from '../../../server/commands/account/add-account.ts';
import { NO_LIMITS } from '../../../server/postgres/connection-pool.ts';
import { makeKysely } from '../../../server/postgres/kysely.ts';
import { migrate } from '../../../server/postgres/migrate.ts';
import type { DatabaseAddress } from '../../../server/postgres/open-database.ts';
import { openTestDatabase, type Template } from '../../../server/postgres/test-database.ts';
import { jobKinds } from '../../../server/queue/job-kinds.ts';
import { openJobQueue } from '../../../server/queue/job-queue.ts';
import type { Services } from '../../../server/services.ts';
import type { Settings } from '../../../server/settings.ts';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import { migrations } from '../../../server/store/migrations.ts';
import type { Tables } from '../../../server/store/tables.ts';
import { freePort } from '../../support/free-port.ts';
import { TestClient } from './test-client.ts';

export const PASSWORD = 'a password for tests';

export type TestServer = {
  url: string;
  settings: Settings;
  services: RunningServer['services'];
  /** Signs in as the person with this address, in a new session each time. */
  signIn(email: string): Promise<TestClient>;
  client(): TestClient;
  stop(): Promise<void>;
};

/** Starts the real server on its own database, with an admin and a member of one firm, and a counsel of another. */
export async function startTestServer(overrides: Partial<Settings> = {}): Promise<TestServer> {
  const database = await openTestDatabase(await migratedTemplate());
  const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-server-test-'));
  const settings: Settings = {
    ...(await testSettings(dataDir, urlOf(database.address))),
    ...overrides,
  };
  const server = await startServer(settings);
  await addPeople(server);
  return {
    url: server.url,
    settings,
    services: server.services,
    client: () => new TestClient(server.url),
    signIn: async (email) => {
      const client = new TestClient(server.url);
      const answer = await client.post('/auth/login', { loginId: email, password: PASSWORD });
      if (answer.status !== 200)
        throw new Error(`Could not sign in as ${email}: ${answer.status} ${answer.text}`);
      return client;
    },
    stop: async () => {
      await server.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a template database with the current schema and the job queue's tables, but no rows. Creating these
 * takes most of a server's start.
 */
async function migratedTemplate(): Promise<Template> {
  const hash = createHash('sha256');
  for (const folder of ['../../../server/store/migrations', '../../../server/queue'])
    for (const file of (await readdir(join(import.meta.dirname, folder))).toSorted())
      hash.update(await readFile(join(import.meta.dirname, folder, file)));
  return {
    key: hash.digest('hex').slice(0, 16),
    fill: async (address) => {
      const db = makeKysely<Tables>(address, { maxConnections: 1, limits: NO_LIMITS });
      await migrate(db, migrations);
      await db.destroy();
      await (await openJobQueue(address, jobKinds)).stop();
    },
  };
}

/** Returns the settings of a server on free ports, with its files in its own folder. */
async function testSettings(dataDir: string, databaseUrl: string | null): Promise<Settings> {
  const port = await freePort();
  const storePort = await freePort();
  return {
    port,
    host: '127.0.0.1',
    dataDir,
    databaseUrl,
    databasePool: 10,
    objectStore: { kind: 'folder', folder: join(dataDir, 'objects') },
    smtpUrl: null,
    bounces: null,
    sealP12: null,
    tsaUrl: null,
    docusign: null,
    mailFrom: { name: 'Counterpart', address: 'no-reply@counterpart.test' },
    supportEmail: null,
    publicUrl: `http://127.0.0.1:${port}`,
    trustProxy: false,
    storePort,
    storePublicUrl: `http://127.0.0.1:${storePort}`,
    role: 'all',
    demo: false,
    resumableUploads: true,
    sofficePath: null,
    clamd: null,
    auditLog: 'off',
    conversionConcurrency: 1,
    conversionSeconds: 300,
    organizationStorageGb: 0,
    organizationUploadsPerDay: 0,
    workDir: join(dataDir, 'work'),
    pageConversionMs: 400,
    reportRowsAtOnce: 5000,
    downloadBytesAtOnce: 100_000_000,
    hideSupport: 'False',
    beaconSecret: null,
    embedOrigins: [],
    logLevel: 'warn',
    metricsToken: null,
  };
}

async function addPeople({ services }: RunningServer): Promise<void> {
  const password_hash = await hashPassword(PASSWORD);
  await services.db.transaction().execute(async (tx) => {
    const firm = await addOrganization(services, tx, 'Whitfield & Crane LLP');
    const other = await addOrganization(services, tx, 'Osborne Keller LLP');
    const person = { password_hash, is_demo: false };
    await addAccount(services, tx, {
      ...person,
      email: 'admin@firm.test',
      first_name: 'Ada',
      last_name: 'Admin',
      organization: firm,
      role: 'admin',
    });
    await addAccount(services, tx, {
      ...person,
      email: 'member@firm.test',
      first_name: 'Mo',
      last_name: 'Member',
      organization: firm,
      role: 'member',
    });
    await addAccount(services, tx, {
      ...person,
      email: 'colleague@firm.test',
      first_name: 'Cleo',
      last_name: 'Colleague',
      organization: firm,
      role: 'member',
    });
    await addAccount(services, tx, {
      ...person,
      email: 'counsel@outside.test',
      first_name: 'Otto',
      last_name: 'Outside',
      organization: other,
      role: 'admin',
    });
  });
}

/** Adds a person to a deal as a participant, even if they are from another firm. */
export async function addParticipant(
  { services }: { services: Pick<Services, 'db' | 'now'> },
  deal: string,
  email: string,
): Promise<void> {
  const { db } = services;
  const user = await db
    .selectFrom('users')
    .select('uuid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const now = services.now();
  await db
    .insertInto('participants')
    .values({
      uuid: v7(),
      transaction: deal,
      user_uuid: user.uuid,
      creator: false,
      deleted: false,
      archived: false,
      created_at: now,
      version: 1,
      modified_at: now,
      modified_by: null,
    })
    .execute();
}

/** Returns the `DATABASE_URL` of a database. */
export function urlOf(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  const { host, port, user, password, database } = address;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  // A host that is a folder means a Unix socket, and is passed as a parameter.
  return host.startsWith('/')
    ? `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${login}@${host}:${port}/${database}`;
}
