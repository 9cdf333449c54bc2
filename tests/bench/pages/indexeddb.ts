import { since, type Contender } from '../sync/contender.ts';
import { DEAL, idOf } from '../sync/deal-wire.ts';
import { Delivery, inChunks, makeDealRows, makeHeaderRows, outboxRow } from '../sync/deal-rows.ts';
import { DEAL_ROWS, editedItem, ITEM_EDITS, makeForeignChanges, RENAMES } from '../sync/rebase-rows.ts';
import { timeEdits } from '../sync/time-edits.ts';
import type { RowChange } from '../../../src/db/outbox/draft.ts';

/** The stores of the mirror, with their keys and indexes. */
const STORES = {
  transactions: { keyPath: 'uuid', indexes: [] },
  elements: { keyPath: 'uuid', indexes: ['transaction'] },
  items: { keyPath: 'uuid', indexes: ['transaction'] },
  documents: { keyPath: 'uuid', indexes: ['transaction'] },
  childLists: { keyPath: 'key', indexes: ['transaction'] },
  base: { keyPath: ['table', 'key'], indexes: ['lane'] },
  outbox: { keyPath: 'seq', autoIncrement: true, indexes: ['id', 'lane', 'touches'] },
  meta: { keyPath: 'key', indexes: [] },
} as const;

const DEAL_STORES = ['elements', 'items', 'documents', 'childLists'] as const;

async function openBare(): Promise<IDBDatabase> {
  const request = indexedDB.open('bare', 1);
  request.addEventListener('upgradeneeded', () => {
    for (const [name, { keyPath, indexes, ...rest }] of Object.entries(STORES)) {
      const path = typeof keyPath === 'string' ? keyPath : [...keyPath];
      const store = request.result.createObjectStore(name, { keyPath: path, ...rest });
      for (const index of indexes) {
        store.createIndex(index, index, { unique: index === 'id', multiEntry: index === 'touches' });
      }
    }
  });
  return answerOf(request);
}

async function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

async function committed(transaction: IDBTransaction): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

/** Puts rows, with one transaction per chunk. */
async function putAll(db: IDBDatabase, chunks: readonly RowChange[][]): Promise<void> {
  for (const chunk of chunks) {
    const transaction = db.transaction(DEAL_STORES, 'readwrite', { durability: 'relaxed' });
    for (const { table, row } of chunk) transaction.objectStore(table).put(row);
    await committed(transaction);
  }
}

async function flush(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction('meta', 'readwrite', { durability: 'strict' });
  transaction.objectStore('meta').put({ key: 'flushed', value: true });
  await committed(transaction);
}

/** Writes the minimum for renaming: the previous row, the new row, the edit, and a counter. */
async function rename(db: IDBDatabase, { uuid, label }: { uuid: string; label: string }): Promise<void> {
  const transaction = db.transaction(['elements', 'base', 'outbox', 'meta'], 'readwrite', {
    durability: 'strict',
  });
  const elements = transaction.objectStore('elements');
  const read = elements.get(uuid);
  read.addEventListener('success', () => {
    const before: object = read.result;
    transaction.objectStore('base').put({ table: 'elements', key: uuid, lane: DEAL, row: before });
    elements.put({ ...before, label });
    transaction.objectStore('outbox').add(outboxRow(uuid, label));
    transaction.objectStore('meta').put({ key: `changes/${DEAL}`, value: uuid });
  });
  await committed(transaction);
}

async function readOwn(db: IDBDatabase, store: string): Promise<{ uuid: string; label: string | null }[]> {
  return answerOf(db.transaction(store).objectStore(store).index('transaction').getAll(DEAL));
}

/** The row that an edit changes. */
type Edited = Pick<RowChange, 'table' | 'key'>;

/**
 * Reads and writes what the engine reads and writes: every list of the deal, and the rows of the edits and of
 * the response.
 */
async function rebaseBare(
  db: IDBDatabase,
  changes: readonly RowChange[],
  edited: readonly Edited[],
): Promise<void> {
  const stores = [...DEAL_STORES, 'base', 'outbox'];
  const transaction = db.transaction(stores, 'readwrite', { durability: 'relaxed' });
  const store = (name: string): IDBObjectStore => transaction.objectStore(name);
  const named = new Set(edited.map(({ key }) => key));
  const rows = [...edited, ...changes.filter(({ table, key }) => table !== 'childLists' && !named.has(key))];
  await Promise.all([
    answerOf(store('outbox').index('lane').getAll(DEAL)),
    answerOf(store('base').index('lane').getAll(DEAL)),
    answerOf(store('childLists').index('transaction').getAll(DEAL)),
    ...rows.map(async ({ table, key }) => answerOf(store(table).get(key))),
  ]);
  for (const { table, key, row } of changes) {
    store(table).put(row);
    if (named.has(key)) store('base').put({ table, key, lane: DEAL, row });
  }
  await committed(transaction);
}

const bare: Contender = {
  async rebaseLimit() {
    const db = await openBare();
    await putAll(db, inChunks(makeDealRows(DEAL_ROWS).rows));
    const edited: Edited[] = [
      ...Array.from({ length: RENAMES }, (_, at) => ({
        table: 'elements' as const,
        key: idOf('header', at),
      })),
      ...Array.from({ length: ITEM_EDITS }, (_, at) => ({ table: 'items' as const, key: editedItem(at) })),
    ];
    const changes = makeForeignChanges();
    const filling = db.transaction(['base', 'outbox'], 'readwrite', { durability: 'relaxed' });
    for (const { table, key } of edited) {
      filling.objectStore('outbox').add(outboxRow(key, 'Mine'));
      filling.objectStore('base').put({ table, key, lane: DEAL, row: changes[0]?.row });
    }
    await committed(filling);
    const began = performance.now();
    await rebaseBare(db, changes, edited);
    return since(began);
  },

  async pullFirst(rows) {
    const db = await openBare();
    const chunks = inChunks(makeDealRows(rows).rows);
    const began = performance.now();
    await putAll(db, chunks);
    const applied = since(began);
    await flush(db);
    return { applied, durable: since(began) };
  },

  async edit(count) {
    const db = await openBare();
    await putAll(db, [makeHeaderRows().map((row) => ({ table: 'elements', key: row.uuid, row }))]);
    const delivery = new Delivery();
    return timeEdits(count, delivery, async (edit) => {
      await rename(db, edit);
      void readOwn(db, 'elements').then((rows) => delivery.take(rows));
    });
  },

  async fill(rows) {
    const db = await openBare();
    await putAll(db, inChunks(makeDealRows(rows).rows));
    await flush(db);
    db.close();
  },

  async openCold() {
    const began = performance.now();
    const db = await openBare();
    const read = await Promise.all(DEAL_STORES.map((store) => readOwn(db, store)));
    return { ms: since(began), rows: read.reduce((sum, rows) => sum + rows.length, 0) };
  },
};

globalThis.contender = bare;
