import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { readTestDatabaseUrl } from '../settings.ts';
import { runEmbeddedCluster } from './embedded-cluster.ts';
import type { DatabaseAddress } from './open-database.ts';
import { isAlive } from './postmaster.ts';

export type TestDatabase = {
  address: DatabaseAddress;
  /** Drops the database together with its connections. */
  drop(): Promise<void>;
};

/** The initial content of a database. It is created once for all test processes, and then copied. */
export type Template = {
  /** Identifies the contents; different contents have different keys. Letters, digits and underscores. */
  key: string;
  fill(address: DatabaseAddress): Promise<void>;
};

/**
 * Creates a database for one test file, empty or as a copy of the template. It is on the server at `TEST_DATABASE_URL` if that is set, and
 * otherwise in one embedded cluster that all test processes of this checkout share. The cluster is kept between runs, and stops when
 * its last user disconnects.
 */
export async function openTestDatabase(template?: Template): Promise<TestDatabase> {
  const url = readTestDatabaseUrl();
  const server = url === null ? await openShared() : await openExternal(url);
  const name = `test_${process.pid}_${randomUUID().slice(0, 8)}`;
  const copied = template ? ` template ${escapeIdentifier(await keepTemplate(server, template))}` : '';
  await server.admin.query(`create database ${escapeIdentifier(name)}${copied}`);
  return {
    address: server.addressOf(name),
    drop: async () => {
      await server.admin.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
      const others = await server.admin.query(
        `select 1 from pg_stat_activity where datname like 'test\\_%' limit 1`,
      );
      await server.admin.end();
      await server.release(others.rowCount !== 0);
    },
  };
}

type Server = {
  /** Stays connected as long as the database is in use, which keeps the shared cluster running. */
  admin: Client;
  /** `isUsed`: other tests are connected to their databases. To find that out, a stop would wait for seconds. */
  release(isUsed: boolean): Promise<void>;
  addressOf(database: string): DatabaseAddress;
};

/** The advisory lock's number: an arbitrary number for "counterpart test template". */
const TEMPLATE_LOCK = 7_265_119;

/**
 * Creates the template if it is missing, one process at a time, and deletes the templates of earlier code.
 * @returns the name of its database
 */
async function keepTemplate(server: Server, template: Template): Promise<string> {
  const { admin } = server;
  const { key } = template;
  const name = `template_${key}`;
  const list = async () =>
    (
      await admin.query<{ datname: string }>(
        `select datname from pg_database where datname like 'template\\_%'`,
      )
    ).rows;
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const found = await list();
    if (found.some(({ datname }) => datname === name)) return name;
    for (const { datname } of found) await admin.query(`drop database ${escapeIdentifier(datname)}`);
    // Renamed only when it is complete, so that a process that is killed halfway leaves no broken template.
    const unfinished = `test_${process.pid}_${key}`;
    await admin.query(`create database ${escapeIdentifier(unfinished)}`);
    await template.fill(server.addressOf(unfinished));
    await admin.query(`alter database ${escapeIdentifier(unfinished)} rename to ${escapeIdentifier(name)}`);
    return name;
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function openExternal(url: string): Promise<Server> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  return {
    admin,
    release: () => Promise.resolve(),
    addressOf: (database) => {
      const own = new URL(url);
      own.pathname = `/${database}`;
      return { connectionString: own.href };
    },
  };
}

/** A test database doesn't have to survive a crash, and waiting for the disk took most of the tests' time. */
async function dontWaitForDisk(admin: Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`alter system set ${setting} = off`);
  await admin.query('select pg_reload_conf()');
}

async function openShared(): Promise<Server> {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8);
  const folder = join(tmpdir(), `counterpart-tests-${process.getuid?.() ?? 0}-${checkout}`);
  for (let attempt = 1; ; attempt += 1) {
    const cluster = await runEmbeddedCluster(folder, () => {});
    const admin = new Client({ ...cluster.address, database: 'postgres' });
    admin.on('error', () => {});
    try {
      await admin.connect();
      await dontWaitForDisk(admin);
      await dropLeftovers(admin);
      return {
        admin,
        release: (isUsed) => (isUsed ? cluster.leave() : cluster.stop()),
        addressOf: (database) => ({ ...cluster.address, database }),
      };
    } catch (error) {
      // The last user in another process stopped it between our check and our connection.
      await cluster.stop();
      if (attempt === 20) throw error;
      await wait(50);
    }
  }
}

/** Drops the databases that killed test runs left behind. */
async function dropLeftovers(admin: Client): Promise<void> {
  const found = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%'`,
  );
  for (const { datname } of found.rows) {
    const maker = Number(datname.split('_')[1]);
    if (isAlive(maker)) continue;
    await admin.query(`drop database if exists ${escapeIdentifier(datname)} with (force)`);
  }
}
