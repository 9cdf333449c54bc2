import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import { possibleConfinements, visibleFolderOver } from './confinement.ts';
import { confinementInWords } from './confinement-in-words.ts';
import {
  findConfinement,
  openBy,
  openSandbox,
  runInSandbox,
  works,
  type Limits,
  type Sandbox,
} from './sandbox.ts';

const limits: Limits & { wallSeconds: number } = {
  wallSeconds: 60,
  cpuSeconds: 30,
  memoryMegabytes: 1024,
  fileMegabytes: 1,
  processes: 64,
  openFiles: 128,
};

const modules = import.meta.dirname;
const isRoot = process.getuid?.() === 0;
const ways = await possibleConfinements();
const working = [];
for (const way of ways) if (await works(way)) working.push(way);
const confining = working.filter(({ kind }) => kind !== 'limits');

let dataDir: string;
let database: TestDatabase;
const listening: Server[] = [];
const targets = { tcp: 0, abstract: `\0counterpart-test-${process.pid}`, unix: '', database: '' };

beforeAll(async () => {
  // Open to everyone, so that only the confinement can keep a program out.
  dataDir = mkdtempSync(join(tmpdir(), 'counterpart-data-'));
  chmodSync(dataDir, 0o777);
  writeFileSync(join(dataDir, 'deal.pdf'), 'a secret of another deal', { mode: 0o666 });
  targets.unix = join(dataDir, 'server.sock');
  for (const path of [targets.unix, targets.abstract]) await listen({ path });
  chmodSync(targets.unix, 0o777);
  targets.tcp = await listen({ host: '127.0.0.1', port: 0 });
  database = await openTestDatabase();
  const { address } = database;
  // An external database has no socket on this machine.
  targets.database = 'host' in address ? `${address.host}/.s.PGSQL.${address.port}` : targets.unix;
});
afterAll(async () => {
  for (const server of listening) server.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

async function listen(at: { path: string } | { host: string; port: number }): Promise<number> {
  const server = createServer((connection) => connection.end());
  listening.push(server);
  await new Promise<void>((resolve) => server.listen(at, resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const foundSchema = z.record(z.string(), z.string());

/** A program that tries to reach everything, and reports 'reached' or the error code for each attempt. */
const intruder = `
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { connect } = require('node:net');
const { dataDir, targets, others, modules } = JSON.parse(process.argv[1]);
const found = {};
const attempt = (name, act) => {
  try { act(); found[name] = 'reached'; } catch (error) { found[name] = error.code; }
};
attempt('data folder', () => readdirSync(dataDir));
attempt('stored file', () => readFileSync(dataDir + '/deal.pdf'));
attempt('accounts', () => readFileSync('/etc/shadow'));
attempt('other conversion', () => readdirSync(others));
attempt('writing modules', () => writeFileSync(modules + '/written', ''));
attempt('server process', () => process.kill(Number(process.argv[2]), 0));
attempt('own folder', () => writeFileSync('written', ''));
const reach = (name, to) => new Promise((resolve) => {
  const socket = connect(to);
  socket.once('connect', () => { found[name] = 'reached'; socket.destroy(); resolve(); });
  socket.once('error', (error) => { found[name] = error.code; resolve(); });
});
(async () => {
  await reach('database', { path: targets.database });
  await reach('unix socket', { path: targets.unix });
  await reach('abstract socket', { path: targets.abstract });
  await reach('network', { host: '127.0.0.1', port: targets.tcp });
  console.log(JSON.stringify(found));
})();`;

const runNode = (sandbox: Sandbox, script: string, own: Partial<typeof limits> = {}, ...given: string[]) =>
  runInSandbox(sandbox, [process.execPath, '--eval', script, ...given], { limits: { ...limits, ...own } });

async function within<Result>(
  way: (typeof ways)[number],
  act: (sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
  const sandbox = await openBy(way);
  try {
    return await act(sandbox);
  } finally {
    await sandbox.close();
  }
}

test('on this machine, bubblewrap confines conversions', async () => {
  expect(await findConfinement()).toMatchObject({ kind: 'bubblewrap', ownUser: isRoot });
});

describe.each(confining.map((way) => ({ way, name: way.kind })))('confined by $name', ({ way }) => {
  test('a program reaches neither the data folder nor the database, but only its own folder', async () => {
    const other = await openBy(way);
    const given = JSON.stringify({ dataDir, targets, others: other.folder, modules });
    const { output } = await within(way, (sandbox) =>
      runNode(sandbox, intruder, {}, given, String(process.pid)),
    );
    await other.close();
    expect(foundSchema.parse(JSON.parse(output))).toEqual({
      'data folder': 'ENOENT',
      'stored file': 'ENOENT',
      accounts: 'ENOENT',
      'other conversion': 'ENOENT',
      'writing modules': expect.stringMatching(/EACCES|EROFS/),
      'server process': 'ESRCH',
      'own folder': 'reached',
      database: 'ENOENT',
      'unix socket': 'ENOENT',
      'abstract socket': 'ECONNREFUSED',
      network: expect.stringMatching(/ENETUNREACH|ECONNREFUSED/),
    });
  });

  test('a program ends with the server that started it', async () => {
    // It has its own process group and closed pipes, so only the confinement can end it.
    const marker = `61.${process.pid}${way.kind.length}`;
    const sandbox = await openBy(way);
    const child = await sandbox.start(['/bin/sh', '-c', `setsid sleep ${marker} & setsid sleep ${marker}`], {
      limits,
      stdio: 'ignore',
    });
    const running = () =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').includes(`sleep ${marker}`);
    await expect.poll(running).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(running).toBe(false);
    await sandbox.close();
  });
});

test('without confinement, the same program would reach what it looks for', async () => {
  const [unconfined] = ways.slice(-1);
  if (!unconfined) throw new Error('No unconfined way');
  const given = JSON.stringify({ dataDir, targets, others: dataDir, modules: dataDir });
  const { output } = await within(unconfined, (sandbox) =>
    runNode(sandbox, intruder, {}, given, String(process.pid)),
  );
  const found = foundSchema.parse(JSON.parse(output));
  for (const name of ['data folder', 'stored file', 'database', 'unix socket', 'abstract socket', 'network'])
    expect([name, found[name]]).toEqual([name, 'reached']);
});

describe.each(working.map((way) => ({ way, name: `${way.kind}, own user: ${way.ownUser}` })))(
  'with $name',
  ({ way }) => {
    const attempt = (script: string, own: Partial<typeof limits> = {}) =>
      within(way, (sandbox) => runNode(sandbox, script, own));
    const words = (act: string) =>
      `(async () => { try { ${act}; console.log('reached'); } catch (error) { console.log(error.code ?? error.name); } })()`;

    test('a program gets no more memory than its limit', async () => {
      const take = words('new Uint8Array(6e8).fill(1)');
      expect((await attempt(take)).output).toBe('RangeError');
      expect((await attempt(take, { memoryMegabytes: 2048 })).output).toBe('reached');
    });

    test('a program that computes forever is killed', async () => {
      const ran = await attempt('for (;;);', { cpuSeconds: 1 });
      expect(ran).toMatchObject({ timedOut: false });
      expect(ran.exitCode).not.toBe(0);
    });

    test('a program that waits forever is killed', async () => {
      expect(await attempt('setInterval(() => {}, 1000)', { wallSeconds: 0.5 })).toMatchObject({
        timedOut: true,
      });
    });

    test('a program cannot write a larger file than its limit', async () => {
      const ran = await attempt(words("require('node:fs').writeFileSync('big', Buffer.alloc(3e6))"));
      // Node is ended by the signal, or gets it as an error.
      expect(ran.output).not.toBe('reached');
    });

    test('a program cannot open more files than its limit', async () => {
      const open = words("for (let i = 0; i < 300; i += 1) require('node:fs').openSync('.', 'r')");
      expect((await attempt(open)).output).toBe('EMFILE');
    });

    test('a program can talk to the server over IPC', async () => {
      await within(way, async (sandbox) => {
        const script = `process.on('message', (given) => process.send(given + 1, () => process.exit()));`;
        const child = await sandbox.start([process.execPath, '--eval', script], {
          limits,
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        });
        const heard = new Promise<unknown>((resolve) => child.once('message', resolve));
        child.send(41);
        expect(await heard).toBe(42);
      });
    });
  },
);

// Without its own user, a sandbox cannot count its processes separately from others.
test.each(working.filter((way) => way.countsProcesses).map((way) => ({ way, name: way.kind })))(
  'with $name, a program cannot start more processes than its limit',
  async ({ way }) => {
    const start = `const { spawn } = require('node:child_process');
      let failed = 0;
      const children = Array.from({ length: 100 }, () => spawn('/bin/sleep', ['100'], { stdio: 'ignore' }));
      for (const child of children) child.on('error', () => { failed += 1; });
      setImmediate(() => { console.log(failed > 0 ? 'refused' : 'reached'); for (const child of children) child.kill(); });`;
    const attempt = async (own: Partial<typeof limits>) =>
      (await within(way, (sandbox) => runNode(sandbox, start, own))).output;
    expect(await attempt({})).toBe('refused');
    expect(await attempt({ processes: 400 })).toBe('reached');
  },
);

describe('a sandbox', () => {
  test('returns only regular files, and follows no link out of the sandbox', async () => {
    const secret = join(dataDir, 'deal.pdf');
    const sandbox = await openSandbox();
    const to = join(dataDir, 'taken');
    symlinkSync(secret, join(sandbox.folder, 'link'));
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(sandbox.folder, 'pipe')]);
    mkdirSync(join(sandbox.folder, 'folder'));
    for (const name of ['link', 'pipe', 'folder', 'nothing', secret, '..']) {
      expect([name, await sandbox.take(name, to)]).toEqual([name, false]);
    }
    await runNode(sandbox, "require('node:fs').writeFileSync('made', 'made')");
    expect(await sandbox.take('made', to)).toBe(true);
    expect(readFileSync(to, 'utf8')).toBe('made');
    await sandbox.close();
    expect(existsSync(sandbox.folder)).toBe(false);
  });

  test('lets a program read a file that is placed there, but not change the original', async () => {
    const original = join(dataDir, 'source');
    writeFileSync(original, 'as uploaded', { mode: 0o600 });
    const sandbox = await openSandbox();
    await sandbox.place(original, 'source.pdf');
    const script = `const fs = require('node:fs');
      console.log(fs.readFileSync('source.pdf', 'utf8'));
      try { fs.chmodSync('source.pdf', 0o666); } catch {}
      try { fs.writeFileSync('source.pdf', 'changed'); } catch {}`;
    expect((await runNode(sandbox, script)).output).toBe('as uploaded');
    expect(readFileSync(original, 'utf8')).toBe('as uploaded');
    await sandbox.close();
  });

  test.runIf(isRoot)('runs as a user that no other sandbox uses, not even in another process', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, openSandbox));
    const uids = open.map(({ folder }) => statSync(folder).uid);
    const script = `const { openSandbox } = await import(${JSON.stringify(import.meta.resolve('./sandbox.ts'))});
      const { statSync } = await import('node:fs');
      // Every user that is left.
      const uids = [];
      try { for (;;) uids.push(statSync((await openSandbox()).folder).uid); } catch (error) { console.log(JSON.stringify(uids)); }
      process.exit();`;
    const told = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    const others = z.array(z.number()).parse(JSON.parse(told));
    expect(others.length).toBeGreaterThan(100);
    expect(new Set([...uids, ...others]).size).toBe(uids.length + others.length);
    await Promise.all(open.map((sandbox) => sandbox.close()));
  });
});

test.runIf(isRoot)('a server that is not root also confines its conversions', () => {
  // In a folder that the user can read, because the checkout may be in root's folder.
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-unprivileged-'));
  try {
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'tmp'));
    chmodSync(join(folder, 'tmp'), 0o777);
    const node = join(folder, 'node');
    copyFileSync(process.execPath, node);
    const convert = join(folder, 'server', 'convert', 'confinement');
    mkdirSync(convert, { recursive: true });
    cpSync(import.meta.dirname, convert, { recursive: true });
    const script = `const { findConfinement, openSandbox, runInSandbox } = await import(${JSON.stringify(pathToFileURL(join(convert, 'sandbox.ts')).href)});
      const sandbox = await openSandbox();
      const command = [process.execPath, '--eval', process.argv[1], process.argv[2], process.argv[3]];
      const { output } = await runInSandbox(sandbox, command, { limits: ${JSON.stringify(limits)} });
      await sandbox.close();
      console.log(JSON.stringify({ kind: (await findConfinement()).kind, ...JSON.parse(output) }));`;
    const given = JSON.stringify({ dataDir, targets, others: dirname(convert), modules: convert });
    const ran = spawnSync(
      node,
      ['--input-type=module', '--eval', script, intruder, given, String(process.pid)],
      { uid: 65_534, gid: 65_534, cwd: folder, env: { PATH: '/usr/bin:/bin', TMPDIR: join(folder, 'tmp') } },
    );
    expect([ran.status, String(ran.stderr)]).toEqual([0, '']);
    expect(JSON.parse(String(ran.stdout))).toMatchObject({
      kind: 'bubblewrap',
      'data folder': 'ENOENT',
      'own folder': 'reached',
      'abstract socket': 'ECONNREFUSED',
      database: 'ENOENT',
      network: expect.stringMatching(/ENETUNREACH|ECONNREFUSED/),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a data folder', () => {
  test.each(['/usr/local/lib/counterpart/data', '/usr/share', join(modules, 'data')])(
    'in %s would be visible to conversions',
    (place) => expect(visibleFolderOver(place)).not.toBeNull(),
  );

  test('that is reached through a link into such a folder would be visible, too', () => {
    const link = join(dataDir, 'link');
    symlinkSync('/usr/share', link);
    expect(visibleFolderOver(join(link, 'counterpart', 'data'))).toBe('/usr/share');
  });

  test('is hidden in its usual places', () => {
    const checkout = join(modules, '../../..');
    for (const place of [
      dataDir,
      '/var/lib/counterpart',
      '/srv/data',
      '/usr/sharedata',
      join(checkout, 'data'),
    ])
      expect([place, visibleFolderOver(place)]).toEqual([place, null]);
  });
});

describe('the log line at startup', () => {
  test('names the confinement in use', () => {
    expect(confinementInWords({ kind: 'bubblewrap', ownUser: true })).toEqual({
      line: 'Conversions are confined by bubblewrap: each runs as its own user, sees only its own folder and has no network.',
      isWarning: false,
    });
    expect(confinementInWords({ kind: 'namespaces', ownUser: false }).line).toContain('Linux namespaces');
  });

  test('is a warning if only limits are left', () => {
    const { line, isWarning } = confinementInWords({ kind: 'limits', ownUser: false });
    expect(isWarning).toBe(true);
    expect(line).toContain('NOT CONFINED');
    expect(line).toContain('read the data folder');
  });
});
