import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError as PostgresError } from 'pg';
import { findClusterHome, socketFolderOf } from './cluster-home.ts';
import type { ClusterHome } from './cluster-home.ts';
import { DatabaseError } from './database-error.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { isAlive, isPostmasterOf, readPostmaster } from './postmaster.ts';
import type { SystemUser } from './system-user.ts';

// missing --create--> stopped --start--> running --stop--> stopped
//                        ^                 | kill -9 of Node: still running, adopted by the next process
//                        +--- crash -------+ (keepRunning starts it again, and PostgreSQL recovers)

const majorVersion = '18';
const superuser = 'counterpart';
const port = 5432;
const passwordFile = 'counterpart.password';
const applicationName = 'counterpart';
/** How often a process checks that PostgreSQL is still running, ms. */
const WATCH_MS = 1000;
/** The pause after a failed start, ms. */
const RETRY_MS = 10_000;
/** Enough for eight processes with 22 connections each (`DATABASE_POOL` 10), and for commands and backups. */
const MAX_CONNECTIONS = 250;

export type ClusterAddress = { host: string; port: number; user: string; password: string };

export type EmbeddedCluster = {
  address: ClusterAddress;
  /** True if it was already running, started by a process that has ended or still shares it. */
  adopted: boolean;
  /** Stops PostgreSQL, unless another process of Counterpart is connected. */
  stop(): Promise<void>;
  /** Leaves it running, for others that are known to be connected. */
  leave(): Promise<void>;
};

/** Runs the PostgreSQL of a data folder: creates, starts or adopts it. @throws {DatabaseError} */
export async function runEmbeddedCluster(
  dataDir: string,
  say: (line: string) => void,
): Promise<EmbeddedCluster> {
  if (process.platform === 'win32') {
    throw new DatabaseError('The embedded PostgreSQL does not run on Windows. Set DATABASE_URL.');
  }
  const home = findClusterHome(dataDir, say);
  const cluster = join(home.folder, 'cluster');
  const running = existsSync(cluster) ? await adopt(home, cluster) : null;
  const binaries = findPostgresBinaries(home.user, say);
  const open = (address: ClusterAddress, adopted: boolean): EmbeddedCluster => {
    const watch = keepRunning(home, cluster, binaries.postgres, say);
    return {
      address,
      adopted,
      stop: async () => {
        await watch.end();
        await stop(cluster, address);
      },
      leave: () => watch.end(),
    };
  };
  if (running) return open(running, true);
  if (!existsSync(cluster)) createCluster(home, binaries.initdb);
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    throw new DatabaseError(
      `The database in ${cluster} was made by PostgreSQL ${version}, but this version of Counterpart comes with ${majorVersion}. Move the data with pg_dump, or set DATABASE_URL.`,
    );
  }
  return open(await start(home, cluster, binaries.postgres), false);
}

/**
 * Starts PostgreSQL again if it ends, for example killed for lack of memory or stopped by hand. Its address stays the
 * same.
 */
function keepRunning(
  home: ClusterHome,
  cluster: string,
  postgres: string,
  say: (line: string) => void,
): { end(): Promise<void> } {
  const over = new AbortController();
  const look = async () => {
    const postmaster = readPostmaster(cluster);
    if (postmaster && isPostmasterOf(postmaster.pid, cluster)) return;
    if (await adopt(home, cluster)) return;
    say('PostgreSQL has stopped. Starting it again.');
    await start(home, cluster, postgres);
  };
  const watch = async () => {
    for (let pause = WATCH_MS; ;) {
      await wait(pause, null, { ref: false, signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      pause = WATCH_MS;
      await look().catch((error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
        pause = RETRY_MS;
      });
    }
  };
  const watching = watch();
  return {
    end: () => {
      over.abort();
      return watching;
    },
  };
}

/**
 * initdb works next to the final folder, which is renamed when complete, so that a kill in between leaves no partial
 * cluster.
 */
function createCluster(home: ClusterHome, initdb: string): void {
  for (const name of readdirSync(home.folder)) {
    const maker = /^cluster\.new-(\d+)$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) rmSync(join(home.folder, name), { recursive: true });
  }
  const half = join(home.folder, `cluster.new-${process.pid}`);
  const password = randomBytes(24).toString('base64url');
  const passwordPath = `${half}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordPath, `${password}\n`, { mode: 0o600 });
  for (const path of [half, passwordPath]) give(path, home.user);
  const made = spawnSync(
    initdb,
    [
      `--pgdata=${half}`,
      `--username=${superuser}`,
      `--pwfile=${passwordPath}`,
      '--auth-local=scram-sha-256',
      '--auth-host=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point, the same on every machine; the app itself sorts names for people.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...home.user, cwd: home.folder, env: processEnvironment(), encoding: 'utf8' },
  );
  rmSync(passwordPath, { force: true });
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new DatabaseError(
      `The database could not be created in ${home.folder}: ${made.error?.message ?? made.stderr.trim()}`,
    );
  }
  writeFileSync(join(half, passwordFile), `${password}\n`, { mode: 0o600 });
  give(join(half, passwordFile), home.user);
  try {
    renameSync(half, join(home.folder, 'cluster'));
  } catch (cause) {
    rmSync(half, { recursive: true, force: true });
    // Another process was faster, and its cluster is just as good.
    if (!existsSync(join(home.folder, 'cluster'))) throw cause;
  }
}

/** Returns the address of the cluster if it is running, after waiting for a pending start or stop; null if it isn't. */
async function adopt(home: ClusterHome, cluster: string): Promise<ClusterAddress | null> {
  const patience = Date.now() + 60_000;
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (!postmaster) return null;
    const address = addressOf(cluster, postmaster.socketFolder, postmaster.port);
    // Checked before the pid, because in another container the pid means nothing and the socket decides.
    if (postmaster.ready && (await answers(address))) {
      if (await worksOn(cluster, address)) return address;
      // The folder is a copy of one whose PostgreSQL is running. The files came with the copy, and say nothing about this
      // folder.
      forgetPostmaster(home, cluster);
      return null;
    }
    if (!isPostmasterOf(postmaster.pid, cluster)) {
      // PostgreSQL removes the files of a dead process itself, unless another program now has its process id.
      if (isAlive(postmaster.pid)) forgetPostmaster(home, cluster);
      return null;
    }
    if (Date.now() > patience) {
      throw new DatabaseError(
        `The PostgreSQL of ${cluster} (process ${postmaster.pid}) is running but doesn’t respond. Stop that process and start again.`,
      );
    }
    await wait(20);
  }
}

/** Removes both files by which PostgreSQL recognizes a running one: in its data folder, and next to its socket. */
function forgetPostmaster(home: ClusterHome, cluster: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  rmSync(join(socketFolderOf(home), `.s.PGSQL.${port}.lock`), { force: true });
}

async function start(home: ClusterHome, cluster: string, postgres: string): Promise<ClusterAddress> {
  const log = join(home.folder, 'server.log');
  const socketFolder = socketFolderOf(home);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await launch(home, cluster, postgres, socketFolder, log);
    if (outcome === 'ready') return addressOf(cluster, socketFolder, port);
    // Another process started it at the same moment, or children of a killed PostgreSQL are still exiting.
    const running = await adopt(home, cluster);
    if (running) return running;
    if (attempt === 20) {
      throw new DatabaseError(`PostgreSQL did not start. The end of ${log} says:\n${tailOf(log)}`);
    }
    await wait(100);
  }
}

async function launch(
  home: ClusterHome,
  cluster: string,
  postgres: string,
  socketFolder: string,
  log: string,
): Promise<'ready' | 'exited'> {
  const logFile = openLog(log, home.user);
  // Detached and without our pipes, because a kill of this process must not reach it, and a closed pipe must not stop it.
  const child = spawn(
    postgres,
    [
      ['-D', cluster],
      ['-p', String(port)],
      ['-c', 'listen_addresses='],
      ['-c', `unix_socket_directories=${socketFolder}`],
      ['-c', 'unix_socket_permissions=0700'],
      ['-c', `max_connections=${MAX_CONNECTIONS}`],
      ['-c', 'timezone=UTC'],
      ['-c', 'log_timezone=UTC'],
    ].flat(),
    {
      ...home.user,
      cwd: home.folder,
      detached: true,
      env: processEnvironment(),
      stdio: ['ignore', logFile, logFile],
    },
  );
  closeSync(logFile);
  // Without a listener, an error of spawn would end this process; `pid` then stays undefined.
  child.once('error', () => {});
  child.unref();
  // As long as the process lives, it may be recovering from a crash, which can take a while.
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready) return 'ready';
    await wait(5);
  }
  return 'exited';
}

async function stop(cluster: string, address: ClusterAddress): Promise<void> {
  const postmaster = readPostmaster(cluster);
  if (!postmaster || !isPostmasterOf(postmaster.pid, cluster)) return;
  if (await othersConnected(address)) return;
  // SIGINT = fast shutdown: open transactions are rolled back, everything committed is on disk. SIGQUIT = at once.
  for (const [signal, seconds] of [['SIGINT', 30] as const, ['SIGQUIT', 10] as const]) {
    try {
      process.kill(postmaster.pid, signal);
    } catch {
      return;
    }
    const patience = Date.now() + seconds * 1000;
    while (Date.now() < patience) {
      if (readPostmaster(cluster)?.pid !== postmaster.pid) return;
      if (!isAlive(postmaster.pid)) return;
      await wait(10);
    }
  }
}

function addressOf(cluster: string, socketFolder: string, clusterPort: number): ClusterAddress {
  const password = readFileSync(join(cluster, passwordFile), 'utf8').trim();
  return { host: socketFolder, port: clusterPort, user: superuser, password };
}

async function answers(address: ClusterAddress): Promise<boolean> {
  const client = new Client({ ...address, database: 'postgres', connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // A rejected password is also a response, so no second PostgreSQL must be started on the same files.
    if (error instanceof PostgresError && error.code === '28P01') {
      throw new DatabaseError(
        `The running database rejected the password in the ${passwordFile} file of its folder.`,
        {
          cause: error,
        },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns whether the responding server keeps its data in this very folder. If in doubt, the answer is yes, because two
 * servers would destroy the files.
 */
async function worksOn(cluster: string, address: ClusterAddress): Promise<boolean> {
  const mark = `counterpart.mark-${randomBytes(8).toString('hex')}`;
  const client = new Client({ ...address, database: 'postgres' });
  client.on('error', () => {});
  writeFileSync(join(cluster, mark), '');
  try {
    await client.connect();
    const seen = await client.query<{ size: string | null }>('select (pg_stat_file($1, true)).size', [mark]);
    return seen.rows[0]?.size != null;
  } catch {
    return true;
  } finally {
    rmSync(join(cluster, mark), { force: true });
    await client.end().catch(() => {});
  }
}

async function othersConnected(address: ClusterAddress): Promise<boolean> {
  const client = new Client({
    ...address,
    database: 'postgres',
    application_name: `${applicationName}-stop`,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // PostgreSQL lists a connection for a moment after its client has closed it, and for longer on a busy machine.
    const patience = Date.now() + 3000;
    for (;;) {
      const others = await client.query(
        `select 1 from pg_stat_activity where backend_type = 'client backend' and application_name <> $1 limit 1`,
        [`${applicationName}-stop`],
      );
      if (others.rowCount === 0 || Date.now() > patience) return others.rowCount !== 0;
      await wait(50);
    }
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function openLog(path: string, user: SystemUser): number {
  const tenMegabytes = 10 * 1024 * 1024;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > tenMegabytes) truncateSync(path);
  const file = openSync(path, 'a', 0o600);
  if (user) fchownSync(file, user.uid, user.gid);
  return file;
}

function tailOf(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}

function give(path: string, user: SystemUser): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/**
 * Without our own environment variables, because PGDATA and similar ones would change what the programs do, and secrets must
 * not be passed on.
 */
function processEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}
