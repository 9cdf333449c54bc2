import { Dexie, liveQuery, type Table } from 'dexie';
import type { ElementRow } from '../../../src/db/rows.ts';
import { since, type Contender } from '../sync/contender.ts';
import { DEAL } from '../sync/deal-wire.ts';
import { Delivery, inChunks, makeDealRows, makeHeaderRows, outboxRow } from '../sync/deal-rows.ts';
import { timeEdits } from '../sync/time-edits.ts';

function openBare(durability: 'strict' | 'relaxed'): Dexie {
  const db = new Dexie('dexie', { chromeTransactionDurability: durability });
  db.version(1).stores({
    elements: 'uuid, transaction',
    items: 'uuid, transaction',
    documents: 'uuid, transaction',
    childLists: 'key, transaction',
    base: '[table+key], lane',
    outbox: '++seq, &id, lane, *touches',
    meta: 'key',
  });
  return db;
}

const DEAL_TABLES = ['elements', 'items', 'documents', 'childLists'] as const;

async function putAll(db: Dexie, rows: number): Promise<void> {
  for (const chunk of inChunks(makeDealRows(rows).rows)) {
    await db.transaction('rw', [...DEAL_TABLES], async () => {
      for (const table of DEAL_TABLES) {
        const own = chunk.filter((change) => change.table === table).map(({ row }) => row);
        if (own.length > 0) await db.table<unknown, string>(table).bulkPut(own);
      }
    });
  }
}

async function rename(
  db: Dexie,
  elements: Table<ElementRow, string>,
  { uuid, label }: { uuid: string; label: string },
): Promise<void> {
  await db.transaction('rw', ['elements', 'base', 'outbox', 'meta'], async () => {
    const before = await elements.get(uuid);
    if (!before) throw new Error(`no header ${uuid}`);
    await db.table('base').put({ table: 'elements', key: uuid, lane: DEAL, row: before });
    await elements.put({ ...before, label });
    await db.table('outbox').add(outboxRow(uuid, label));
    await db.table('meta').put({ key: `changes/${DEAL}`, value: uuid });
  });
}

const bareDexie: Contender = {
  async edit(count) {
    const db = openBare('strict');
    const elements = db.table<ElementRow, string>('elements');
    await elements.bulkPut(makeHeaderRows());
    const delivery = new Delivery();
    const shown = liveQuery(() => elements.where({ transaction: DEAL }).toArray());
    const watch = shown.subscribe((rows) => delivery.take(rows));
    const times = await timeEdits(count, delivery, (edit) => rename(db, elements, edit));
    watch.unsubscribe();
    return times;
  },

  async fill(rows) {
    const db = openBare('strict');
    await putAll(db, rows);
    db.close();
  },

  async openCold() {
    const began = performance.now();
    const db = openBare('strict');
    const read = await Promise.all(
      DEAL_TABLES.map((table) => db.table(table).where({ transaction: DEAL }).toArray()),
    );
    return { ms: since(began), rows: read.reduce((sum, rows) => sum + rows.length, 0) };
  },
};

globalThis.contender = bareDexie;
