import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeKysely } from '../postgres/kysely.ts';
import { openTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { apartFromTransactions } from './apart-from-transactions.ts';
import type { ObjectStore } from './object-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const stat = vi.fn<ObjectStore['stat']>(async () => ({ size: 1 }));
const store: ObjectStore = apartFromTransactions({
  presignUpload: async () => ({ url: '', fields: {} }),
  put: async () => {},
  get: async () => {
    throw new Error('There is nothing to get.');
  },
  stat,
  remove: async () => {},
  async *list() {},
  presignDownload: async () => '',
  close: async () => {},
});

test('the file store refuses every call inside a transaction of any kind, and works before and after it', async () => {
  const db = makeKysely<unknown>(database.address);
  const transactions = [
    db.transaction(),
    db.transaction().setIsolationLevel('repeatable read'),
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'),
  ];
  for (const transaction of transactions) {
    expect(await store.stat('a')).toEqual({ size: 1 });
    stat.mockClear();
    const work = transaction.execute(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return store.stat('a');
    });
    await expect(work).rejects.toThrow('The file store was called (stat) inside a database transaction.');
    expect(stat).not.toHaveBeenCalled();
  }
  await db.transaction().execute(async () => {
    const request = { key: 'a', maxBytes: 1, expiresIn: 1 };
    const download = { fileName: 'a', contentType: 'a', expiresIn: 1 };
    await expect(store.put('a', new Uint8Array())).rejects.toThrow('put');
    await expect(store.get('a')).rejects.toThrow('get');
    await expect(store.remove('a')).rejects.toThrow('remove');
    await expect(store.presignUpload(request)).rejects.toThrow('presign');
    await expect(store.presignDownload('a', download)).rejects.toThrow('presign');
    expect(() => store.list('a/')).toThrow('list');
  });
  await db.destroy();
});
