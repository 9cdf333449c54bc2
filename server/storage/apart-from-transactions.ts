import { isInTransaction } from '../postgres/open-transaction.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Thrown for a bug in our code: the store may take half a minute to respond, while a transaction holds a connection and
 * locks.
 */
class StoreCallInTransaction extends Error {
  override readonly name = 'StoreCallInTransaction';

  constructor(call: string) {
    super(`The file store was called (${call}) inside a database transaction.`);
  }
}

/** Wraps the store so that it refuses calls inside a transaction. This makes every test with such a call fail. */
export function apartFromTransactions(store: ObjectStore): ObjectStore {
  const apart = <Result>(name: string, call: () => Result): Result => {
    if (isInTransaction()) throw new StoreCallInTransaction(name);
    return call();
  };
  return {
    presignUpload: async (request) => apart('presign an upload', () => store.presignUpload(request)),
    put: async (...given) => apart('put', () => store.put(...given)),
    get: async (key) => apart('get', () => store.get(key)),
    stat: async (key) => apart('stat', () => store.stat(key)),
    remove: async (key) => apart('remove', () => store.remove(key)),
    list: (prefix) => apart('list', () => store.list(prefix)),
    presignDownload: async (...given) => apart('presign a download', () => store.presignDownload(...given)),
    close: () => store.close(),
  };
}
