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
 * A server of its own: real process, real PostgreSQL, real files, on free ports and in a folder that goes with it. The
 * browser reaches it and its file store over wires that can be cut.
 */
export interface CounterpartProcess {
  /** Where a browser opened with `hosts` finds it: the same for all servers, so that a profile filled from one serves for its copies. */
  url: string;
  /** What a browser must know to find it (`Opening.hosts`). */
  hosts: string;
  /** The server itself, past the wire. */
  directUrl: string;
  /** The wires to the API and app, and to the file store. */
  api: Wire;
  store: Wire;
  /** `kill -9`: nothing is said goodbye to. The embedded PostgreSQL outlives it. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and ports, and with these settings beside its own. */
  restart(env?: Record<string, string>): Promise<void>;
  /** `npm run admin -- …`, beside it. */
  administer(...words: string[]): void;
  /** Runs, and can be reached, whatever was done to it. */
  mend(): Promise<void>;
  /** A file at its store is there no more, by its key. */
  loseFile(key: string): Promise<void>;
  /** Ends it and its database; answers its data folder, which is the caller's now. */
  leave(): Promise<string>;
  /** Ends it, its database and its folder. */
  close(): Promise<void>;
  /** What it printed, for a failing test. */
  output(): string;
}

/** Whom people may write to. */
export const SUPPORT_EMAIL = 'support@firm.test';

const HOST = 'counterpart.localhost';
const STORE_HOST = 'files.localhost';

/** `like`: a data folder that another server has left; it begins with a copy of it. */
export async function startCounterpart(
  env: Record<string, string> = {},
  { like }: { like?: string } = {},
): Promise<CounterpartProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-browser-'));
  // With its owners: the database belongs to a system user of its own.
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
    // One that was killed must come up again to stop its database.
    if (hasEnded(child)) child = await start();
    child.kill('SIGTERM');
    await ended(child);
    // A copy of a cluster that still runs would be taken for that one, and all who begin with it would share its database.
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
