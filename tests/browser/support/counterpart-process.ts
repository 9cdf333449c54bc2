import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { openWire, type Wire } from './network.ts';

/**
 * A separate server: a real process with PostgreSQL and files, on free ports and in a folder that is deleted
 * with it. The browser reaches it and its file store over wires that can be cut.
 */
export interface CounterpartProcess {
  /**
   * Its address for a browser opened with `hosts`: the same for all servers, so that a profile from one server also works
   * with its copies.
   */
  url: string;
  /** What a browser needs to reach it (`Opening.hosts`). */
  hosts: string;
  /** The server's own address, bypassing the wire. */
  directUrl: string;
  /** The wires to the API and app, and to the file store. */
  api: Wire;
  store: Wire;
  /** Kills it (`kill -9`), without a shutdown. The embedded PostgreSQL keeps running. */
  kill(): Promise<void>;
  /** Restarts it with the same folder and ports, and with these additional settings. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Runs `npm run admin -- …` while the server runs. */
  administer(...words: string[]): void;
  /** Restores everything, so that the server runs and can be reached. */
  mend(): Promise<void>;
  /** Removes a file from its store, by its key. */
  loseFile(key: string): Promise<void>;
  /** Stops the server and its database. Returns its data folder, which then belongs to the caller. */
  leave(): Promise<string>;
  /** Stops the server and its database, and deletes its folder. */
  close(): Promise<void>;
  /** Returns what the server has printed, for a failing test. */
  output(): string;
}

/** The support address that people can write to. */
export const SUPPORT_EMAIL = 'support@firm.test';

const HOST = 'counterpart.localhost';
const STORE_HOST = 'files.localhost';

/** Starts a server. `like`: the data folder of another server (`leave`), which is copied. */
export async function startCounterpart(
  env: Record<string, string> = {},
  { like }: { like?: string } = {},
): Promise<CounterpartProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-browser-'));
  // Preserves the owners, because the database belongs to its own system user.
  if (like !== undefined) execFileSync('cp', ['-a', `${like}/.`, dataDir]);
  const [port, storePort] = [await freePort(), await freePort()];
  const printed: string[] = [];
  const api = await openWire(port);
  const store = await openWire(storePort);
  const url = `http://${HOST}`;
  const settings = {
    SUPPORT_EMAIL,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    STORE_PORT: `${storePort}`,
    PUBLIC_URL: url,
    STORE_PUBLIC_URL: `http://${STORE_HOST}`,
  };
  const start = async (more = {}) => spawnServer({ ...process.env, ...env, ...settings, ...more }, printed);
  let child = await start();
  const leave = async () => {
    // A killed server must start again, so that it can stop its database.
    if (hasEnded(child)) child = await start();
    child.kill('SIGTERM');
    await ended(child);
    // A copy of a running cluster would be mistaken for the original, and all servers that start with the
    // copy would share one database.
    const runs = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    await until('the database has stopped', () => Promise.resolve(!existsSync(runs)));
    await Promise.all([api.close(), store.close()]);
    return dataDir;
  };
  return {
    url,
    hosts: `MAP ${HOST}:80 127.0.0.1:${api.port},MAP ${STORE_HOST}:80 127.0.0.1:${store.port}`,
    directUrl: `http://127.0.0.1:${port}`,
    api,
    store,
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
    async restart(more) {
      child = await start(more);
    },
    administer(...words) {
      const asked = ['server/admin/main.ts', ...words];
      execFileSync(process.execPath, asked, { env: { ...process.env, ...env, ...settings } });
    },
    async mend() {
      if (hasEnded(child)) child = await start();
      api.slowTo(null);
      store.slowTo(null);
      api.standIn('/service-worker.js', null);
      await Promise.all([api.restore(), store.restore()]);
    },
    async loseFile(key) {
      await rm(join(dataDir, 'objects', 'whole', key));
    },
    leave,
    async close() {
      await rm(await leave(), { recursive: true, force: true });
    },
    output: () => printed.join('\n'),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function spawnServer(env: NodeJS.ProcessEnv, printed: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        printed.push(line);
        if (line.startsWith('Counterpart is ready')) resolve();
      });
    }
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed.join('\n')}`)));
  });
  await ready;
  return child;
}
