import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { rest, since, type Contender } from '../tests/bench/sync/contender.ts';
import { DEAL } from '../tests/bench/sync/deal-wire.ts';
import { Delivery, inChunks, makeDealRows, makeHeaderRows } from '../tests/bench/sync/deal-rows.ts';
import { timeEdits } from '../tests/bench/sync/time-edits.ts';

type Row = Record<string, unknown>;

const NAMES = ['elements', 'items', 'documents', 'childLists'] as const;

const SAMPLE = makeDealRows(100).rows;

/** The primary key, the mirror's one index, and the fields of its rows, with any type of value. */
function schemaOf(table: (typeof NAMES)[number]): RxJsonSchema<Row> {
  const primaryKey = table === 'childLists' ? 'key' : 'uuid';
  const sample = SAMPLE.find((change) => change.table === table)?.row ?? {};
  return {
    version: 0,
    primaryKey,
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.keys(sample).map((field) => [field, {}])),
      [primaryKey]: { type: 'string', maxLength: 80 },
      transaction: { type: 'string', maxLength: 36 },
    },
    required: [primaryKey, 'transaction'],
    indexes: ['transaction'],
  };
}

async function openRx(): Promise<Record<(typeof NAMES)[number], RxCollection<Row>>> {
  const db = await createRxDatabase({ name: 'peer', storage: getRxStorageDexie(), multiInstance: true });
  return db.addCollections<Record<(typeof NAMES)[number], RxCollection<Row>>>({
    elements: { schema: schemaOf('elements') },
    items: { schema: schemaOf('items') },
    documents: { schema: schemaOf('documents') },
    childLists: { schema: schemaOf('childLists') },
  });
}

async function prepareInsert(
  collections: Awaited<ReturnType<typeof openRx>>,
  rows: number,
): Promise<() => Promise<void>> {
  const portions = inChunks(makeDealRows(rows).rows).map((chunk) =>
    NAMES.map((name) => ({
      collection: collections[name],
      rows: chunk.filter(({ table }) => table === name).map(({ row }) => row as Row),
    })),
  );
  return async () => {
    for (const { collection, rows: own } of portions.flat()) {
      if (own.length === 0) continue;
      const { error } = await collection.bulkInsert(own);
      if (error.length > 0) throw new Error(`RxDB refused ${error.length} rows`);
    }
  };
}

function labelOf(found: { get: (field: string) => unknown }): { uuid: string; label: string } {
  return { uuid: String(found.get('uuid')), label: String(found.get('label')) };
}

/**
 * Returns a strict commit in one of RxDB's databases. In Chromium, all databases of an origin share one log.
 */
async function prepareFlush(): Promise<() => Promise<void>> {
  const known = await indexedDB.databases();
  const name = known.find((each) => each.name?.endsWith('--childLists'))?.name;
  if (name === undefined) throw new Error('RxDB has no database of child lists');
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  return async () => {
    const transaction = db.transaction('attachments', 'readwrite', { durability: 'strict' });
    transaction.objectStore('attachments').put({ id: 'flushed' });
    await new Promise<void>((resolve) => transaction.addEventListener('complete', () => resolve()));
    db.close();
  };
}

const rxdb: Contender = {
  async pullFirst(rows) {
    const insert = await prepareInsert(await openRx(), rows);
    const flush = await prepareFlush();
    const began = performance.now();
    await insert();
    const applied = since(began);
    await flush();
    return { applied, durable: since(began) };
  },

  async edit(count) {
    const { elements } = await openRx();
    await elements.bulkInsert(makeHeaderRows());
    const delivery = new Delivery();
    const shown = elements.find({ selector: { transaction: DEAL } }).$;
    const watch = shown.subscribe((found) => delivery.take(found.map(labelOf)));
    await rest();
    const times = await timeEdits(count, delivery, async ({ uuid, label }) => {
      const header = await elements.findOne(uuid).exec(true);
      await header.incrementalPatch({ label });
    });
    watch.unsubscribe();
    return times;
  },

  async fill(rows) {
    const insert = await prepareInsert(await openRx(), rows);
    await insert();
    await (
      await prepareFlush()
    )();
  },

  async openCold() {
    const began = performance.now();
    const collections = await openRx();
    const read = await Promise.all(
      NAMES.map(async (name) => collections[name].find({ selector: { transaction: DEAL } }).exec()),
    );
    return { ms: since(began), rows: read.reduce((sum, found) => sum + found.length, 0) };
  },
};

globalThis.contender = rxdb;
