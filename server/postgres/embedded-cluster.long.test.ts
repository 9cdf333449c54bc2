import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import type { Database } from './open-database.ts';
import { readPostmaster } from './postmaster.ts';

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let opened: Database[];
  const said: string[] = [];

  const open = async (dataDir: string) => {
    const database = await openDatabase({ databaseUrl: null, dataDir }, (line) => said.push(line));
    opened.push(database);
    return database;
  };
  const ask = async (database: Database, text: string) => {
    const client = new Client(database.address);
    await client.connect();
    const answer = await client.query<Record<string, unknown>>(text);
    await client.end();
    return answer.rows;
  };
  const pidOf = (dataDir: string) => readPostmaster(join(dataDir, 'postgres', 'cluster'))?.pid;

  beforeEach(() => {
    // Created by mkdtemp for its owner only. As root, PostgreSQL's user must get access.
    folder = mkdtempSync(join(tmpdir(), 'counterpart-pg-'));
    opened = [];
    said.length = 0;
  });
  afterEach(async () => {
    for (const database of opened) await database.close();
    rmSync(folder, { recursive: true });
  });

  test('has connections for eight processes with 22 each, and for commands', async () => {
    const database = await open(folder);
    const [shown] = await ask(database, `select current_setting('max_connections')::int as most`);
    expect(shown?.['most']).toBeGreaterThanOrEqual(8 * 22 + 20);
  });

  test('is private: it has no network access, a socket and a password only for its owner, and durable writes', async () => {
    const database = await open(folder);
    expect(await ask(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await ask(database, 'show fsync')).toEqual([{ fsync: 'on' }]);
    const home = join(folder, 'postgres');
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'cluster', 'counterpart.password')).mode & 0o777).toBe(0o600);
    if (!('password' in database.address)) throw new Error('expected a socket address');
    const stranger = new Client({ ...database.address, password: 'guess' });
    await expect(stranger.connect()).rejects.toThrow(/password/);
  });

  test('survives a killed server process and is adopted, with every acknowledged write', async () => {
    const script = `
      import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))};
      import pg from ${JSON.stringify(import.meta.resolve('pg'))};
      const database = await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(folder)} });
      const client = new pg.Client(database.address);
      await client.connect();
      await client.query('create table answered (n int)');
      for (let n = 1; ; n += 1) {
        await client.query('insert into answered values ($1)', [n]);
        process.stdout.write(n + '\\n');
      }`;
    const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    let output = '';
    let killed = false;
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // The whole group, as when a terminal closes or a supervisor stops it.
      if (output.length < 500 || killed) return;
      killed = process.kill(-(server.pid ?? NaN), 'SIGKILL');
    });
    await once(server, 'close');
    const lastAnswered = Number(output.trimEnd().split('\n').at(-1));
    const before = pidOf(folder);

    const database = await open(folder);
    expect(pidOf(folder)).toBe(before);
    const rows = await ask(database, 'select max(n) as last from answered');
    expect(Number(rows[0]?.last)).toBeGreaterThanOrEqual(lastAnswered);
  });

  test('recovers after PostgreSQL itself crashes', async () => {
    const database = await open(folder);
    await ask(database, 'create table kept as select 1 as n');
    process.kill(pidOf(folder) ?? 0, 'SIGKILL');
    const again = await open(folder);
    expect(await ask(again, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test.each(['SIGKILL', 'SIGINT'] as const)('restarts automatically after %s', async (signal) => {
    const database = await open(folder);
    await ask(database, 'create table kept as select 1 as n');
    const before = pidOf(folder);
    process.kill(before ?? 0, signal);
    await expect
      .poll(() => ask(database, 'select n from kept').catch(() => []), { timeout: 20_000 })
      .toEqual([{ n: 1 }]);
    expect(pidOf(folder)).not.toBe(before);
    expect(said).toEqual(['PostgreSQL has stopped. Starting it again.']);
    await database.close();
    expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  test('starts even if its old process id now belongs to another program', async () => {
    await (await open(folder)).close();
    const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
    writeFileSync(file, `${process.pid}\n/elsewhere\n0\n5432\n/nowhere\n\n\nready   \n`);
    const database = await open(folder);
    expect(await ask(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('is created once by processes that start at the same time, and stops with the last of them', async () => {
    const [one, two] = await Promise.all([open(folder), open(folder)]);
    const user = new Client(two.address);
    await user.connect();
    await one.close();
    expect((await user.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await user.end();
    await two.close();
    expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  test('stops even if PostgreSQL still lists a connection that is closing', async () => {
    const database = await open(folder);
    const leaving = new Client(database.address);
    await leaving.connect();
    const closed = database.close();
    await Promise.race([closed, wait(200)]);
    await leaving.end();
    await closed;
    expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
  });

  test('is separate for a folder that was copied while its PostgreSQL ran', async () => {
    chmodSync(folder, 0o755);
    const database = await open(join(folder, 'first'));
    await ask(database, 'create table kept as select 1 as n');
    await ask(database, 'checkpoint');
    execFileSync('cp', ['-a', join(folder, 'first'), join(folder, 'copy')]);

    const copy = await open(join(folder, 'copy'));
    await ask(copy, 'insert into kept values (2)');
    expect(pidOf(join(folder, 'copy'))).not.toBe(pidOf(join(folder, 'first')));
    expect(await ask(database, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('refuses a copied folder whose PostgreSQL is elsewhere until it has its own database, but follows a moved folder', async () => {
    chmodSync(folder, 0o755);
    const at = (name: string) => join(folder, name);
    const [first, copy, moved] = [at('first'), at('copy'), at('moved')];
    const [home, ownHome] = [at('home'), at('own-home')];
    mkdirSync(first);
    writeFileSync(join(first, 'postgres.location'), `${home}\n`);
    const database = await open(first);
    await ask(database, 'create table kept as select 1 as n');
    expect(existsSync(join(home, 'cluster'))).toBe(true);
    execFileSync('cp', ['-a', first, copy]);
    await expect(open(copy)).rejects.toThrow(`${copy} and ${first} both have their database in ${home}`);
    // The same folder, by a different path.
    symlinkSync(first, join(folder, 'link'));
    expect(await ask(await open(join(folder, 'link')), 'select n from kept')).toEqual([{ n: 1 }]);

    for (const each of opened.splice(0)) await each.close();
    execFileSync('cp', ['-a', home, ownHome]);
    writeFileSync(join(copy, 'postgres.location'), `${ownHome}\n`);
    await ask(await open(copy), 'insert into kept values (2)');
    renameSync(first, moved);
    expect(await ask(await open(moved), 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('reports if the PostgreSQL of a folder was elsewhere and is missing', async () => {
    const home = join(folder, 'gone', 'postgres');
    writeFileSync(join(folder, 'postgres.location'), `${home}\n`);
    await expect(open(folder)).rejects.toThrow(`is in ${home}`);

    // If a disk is not mounted, the folder of its mount point is still there.
    mkdirSync(join(folder, 'disk'));
    mkdirSync(join(folder, 'objects'));
    const onDisk = join(folder, 'disk', 'postgres');
    writeFileSync(join(folder, 'postgres.location'), `${onDisk}\n`);
    await expect(open(folder)).rejects.toThrow(`is in ${onDisk}`);
    expect(existsSync(onDisk)).toBe(false);
  });

  test('removes an incomplete cluster of a killed first start', async () => {
    await (await open(folder)).close();
    const left = join(folder, 'postgres', 'cluster.new-999999999');
    writeFileSync(join(folder, 'postgres', 'note'), '');
    rmSync(join(folder, 'postgres', 'cluster'), { recursive: true });
    writeFileSync(left, '');
    await open(folder);
    expect(existsSync(left)).toBe(false);
  });

  test('works if the path is too long for a socket', async () => {
    // All folders along the way are open to everyone, so that the test is only about the long path.
    chmodSync(folder, 0o755);
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const database = await open(deep);
    expect(existsSync(join(deep, 'postgres', 'cluster'))).toBe(true);
    expect(await ask(database, 'select 1 as n')).toEqual([{ n: 1 }]);
    if (!('host' in database.address)) throw new Error('expected a socket address');
    expect(statSync(database.address.host).mode & 0o777).toBe(0o700);
    await database.close();
    rmSync(database.address.host, { recursive: true });
  });

  test('is stored elsewhere, always in the same place, if its system user cannot enter the parent folders', async () => {
    const locked = mkdtempSync(join(folder, 'locked-'));
    const dataDir = join(locked, 'data');
    const database = await open(dataDir);
    await ask(database, 'create table kept as select 1 as n');
    await database.close();
    const again = await open(dataDir);
    expect(await ask(again, 'select n from kept')).toEqual([{ n: 1 }]);
    await again.close();
    // A user who is not root runs PostgreSQL under their own account, and can enter their own folders.
    const moved = process.getuid?.() === 0;
    expect(existsSync(join(dataDir, 'postgres', 'cluster'))).toBe(!moved);
    expect(existsSync(join(dataDir, 'postgres.location'))).toBe(moved);
    if (!moved) return;
    const awayOf = (folder: string) => readFileSync(join(folder, 'postgres.location'), 'utf8').trim();
    const away = awayOf(dataDir);
    expect(said.join('\n')).toContain(away);
    // This also holds for a later start as that user.
    expect(statSync(join(away, 'data.location')).uid).toBe(statSync(away).uid);

    // A new folder in place of a moved one is not a copy of it.
    const movedDir = join(locked, 'moved');
    renameSync(dataDir, movedDir);
    await (await open(movedDir)).close();
    const fresh = await open(dataDir);
    expect(await ask(fresh, `select 1 from pg_tables where tablename = 'kept'`)).toEqual([]);
    await fresh.close();
    expect(await ask(await open(movedDir), 'select n from kept')).toEqual([{ n: 1 }]);
    for (const each of opened.splice(0)) await each.close();
    expect(awayOf(movedDir)).toBe(away);
    for (const each of [away, awayOf(dataDir)]) rmSync(join(each, '..'), { recursive: true });
  });

  test('ignores a marker that was incomplete when the machine stopped', async () => {
    writeFileSync(join(folder, 'postgres.location'), '');
    await (await open(folder)).close();
    expect(existsSync(join(folder, 'postgres', 'cluster'))).toBe(true);
  });

  test('names a database URL that cannot be opened, without its password', async () => {
    const opening = openDatabase({ databaseUrl: 'postgres://me:secret@127.0.0.1:1/db', dataDir: folder });
    await expect(opening).rejects.toThrow(/DATABASE_URL can’t be opened: (?!.*secret)/);
  });
});
