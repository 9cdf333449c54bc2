import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stageBytesInTurn } from '../../../server/commands/documents/stage-upload.ts';
import type { ObjectStore } from '../../../server/storage/object-store.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const MIB = 1024 * 1024;

/** The largest file that may be uploaded. */
const LARGEST = 500 * MIB;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
});
afterAll(() => server.stop());

type Uploads = Pick<ObjectStore, 'get' | 'put' | 'stat'>;

/** Stages an upload of an organization from a store with these methods replaced. */
async function stage(organization: string, uploads: Uploads) {
  const objects = { ...server.services.objects, ...uploads };
  return stageBytesInTurn({ ...server.services, objects }, organization, `incoming/${organization}`);
}

async function workFolders(): Promise<string[]> {
  return readdir(server.settings.workDir);
}

test('an upload of 500 MB is staged on the disk of the work folder, and uses no memory', async () => {
  const chunk = randomBytes(MIB);
  const before = process.memoryUsage().rss;
  let most = 0;
  const here: string[][] = [];
  async function* bytes() {
    for (let sent = 0; sent < LARGEST; sent += chunk.length) {
      if (sent % (100 * MIB) === 0) here.push(await workFolders());
      most = Math.max(most, process.memoryUsage().rss);
      yield chunk;
    }
  }
  const stored: unknown[] = [];
  const staged = await stage('one', {
    get: async () => Readable.from(bytes(), { objectMode: false }),
    stat: async () => null,
    // Gets a file on disk, not bytes in memory.
    put: async (_key, body) => void stored.push(body),
  });
  expect(staged?.size).toBe(LARGEST);
  expect(stored).toEqual([{ path: expect.stringContaining(server.settings.workDir), size: LARGEST }]);
  expect(most - before).toBeLessThan(120 * MIB);
  expect(here.every((folders) => folders.length === 1)).toBe(true);
  expect(await workFolders()).toEqual([]);
});

test('four uploads are staged at once, and the others wait until it is their organization’s turn', async () => {
  const begun: string[] = [];
  const go = new Map<string, () => void>();
  const uploadsOf = (name: string): Uploads => ({
    get: async () => {
      begun.push(name);
      await new Promise<void>((resolve) => {
        go.set(name, resolve);
      });
      return Readable.from([Buffer.from(`%PDF-1.7 ${name} `.repeat(20))]);
    },
    stat: async () => null,
    put: async () => undefined,
  });
  const end = async (name: string) => {
    go.get(name)?.();
    await all.get(name);
  };
  const all = new Map<string, Promise<unknown>>();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'])
    all.set(name, stage(name.slice(0, 1), uploadsOf(name)));
  await expect.poll(() => begun.length).toBe(4);
  // Everything else that would begin has begun by now.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4']);
  await end('a1');
  await expect.poll(() => begun).toHaveLength(5);
  expect(begun.at(-1)).toBe('b1');
  for (const name of ['a2', 'a3', 'a4', 'b1', 'a5']) {
    await expect.poll(() => go.has(name)).toBe(true);
    await end(name);
  }
  expect(await workFolders()).toEqual([]);
});
