import { liveQuery } from 'dexie';
import { renameHeader } from '../../../src/db/commands/checklist/rename-header.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { openChecklistView, type ChecklistView } from '../../../src/db/views/checklist-view.ts';
import { applyChanges } from '../../../src/sync/pull/apply-changes.ts';
import { moveElements } from '../../../src/db/commands/checklist/move-elements.ts';
import { watchFrames } from '../sync/frame-watch.ts';
import { DEAL_ROWS, editedItem, ITEM_EDITS, moveOf, MOVES, RENAMES } from '../sync/rebase-rows.ts';
import { takeLead } from './take-lead.ts';
import { showRows } from './show-rows.ts';
import { since, type Contender } from '../sync/contender.ts';
import { DEAL, idOf, PARTNER } from '../sync/deal-wire.ts';
import { Delivery, inChunks, makeDealRows, makeHeaderRows } from '../sync/deal-rows.ts';
import { timeEdits } from '../sync/time-edits.ts';
import { writeChanges } from '../../../src/db/outbox/fold.ts';
import { updateRow } from '../../../src/db/commands/collections/standard-commands.ts';

async function fill(rows: number): Promise<void> {
  const db = openDatabase(PARTNER, 'strict');
  const deal = makeDealRows(rows);
  await db.transactions.put(deal.transaction);
  // Without a cursor, a response with changes has nothing to continue.
  await db.cursors.put({
    key: `${DEAL}/changes`,
    lane: DEAL,
    collection: 'changes',
    epoch: 'bench',
    version: 1,
    askedTick: 0,
    pulledAt: new Date(0).toISOString(),
  });
  for (const chunk of inChunks(deal.rows)) {
    await db.transaction('rw', [db.elements, db.items, db.documents, db.childLists], () =>
      writeChanges(db, chunk),
    );
  }
}

/** Makes a thousand pending edits with commands, as a user would. */
async function makeEdits(): Promise<void> {
  const db = openDatabase(PARTNER, 'relaxed');
  const transaction = DEAL;
  for (let index = 0; index < RENAMES; index += 1) {
    await renameHeader(db, { transaction, uuid: idOf('header', index), label: `Mine, ${index + 1}` });
  }
  for (let index = 0; index < ITEM_EDITS; index += 1) {
    await updateRow(db, 'items', {
      transaction,
      uuid: editedItem(index),
      edits: { name: `Mine, ${index + 1}` },
    });
  }
  for (let index = 0; index < MOVES; index += 1) {
    await moveElements(db, { transaction, ...moveOf(index) });
  }
  const waiting = await db.outbox.count();
  if (waiting !== RENAMES + ITEM_EDITS + MOVES) throw new Error(`${waiting} edits wait`);
}

/** Returns the worker's next message. */
async function saidBy(worker: Worker): Promise<{ total: number }> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
  });
}

const counterpart: Contender = {
  async pullFirst(count) {
    const leadership = await takeLead(PARTNER);
    const { transaction, rows } = makeDealRows(count);
    const strict = openDatabase(PARTNER, 'strict');
    await strict.transactions.put(transaction);
    const began = performance.now();
    await applyChanges(leadership, {
      lane: DEAL,
      tick: 1,
      received: rows,
      complete: true,
      reached: { epoch: 'bench', version: 1 },
    });
    const applied = since(began);
    await strict.meta.put({ key: 'flushed', value: true });
    return { applied, durable: since(began) };
  },

  async edit(count) {
    const db = openDatabase(PARTNER, 'strict');
    await db.elements.bulkPut(makeHeaderRows());
    const delivery = new Delivery();
    const shown = liveQuery(() => db.elements.where({ transaction: DEAL }).toArray());
    const watch = shown.subscribe((rows) => delivery.take(rows));
    const times = await timeEdits(count, delivery, (edit) =>
      renameHeader(db, { transaction: DEAL, ...edit }),
    );
    watch.unsubscribe();
    return times;
  },

  async editUnderView(count) {
    const db = openDatabase(PARTNER, 'strict');
    await db.elements.bulkPut(makeHeaderRows());
    const view = openChecklistView(db, DEAL);
    await untilReady(view);
    const delivery = new Delivery();
    view.subscribe(() =>
      delivery.take(
        [...view.getSnapshot().entries.values()].map(({ uuid, name }) => ({ uuid, label: name })),
      ),
    );
    const times = await timeEdits(count, delivery, (edit) =>
      renameHeader(db, { transaction: DEAL, ...edit }),
    );
    view.close();
    return times;
  },

  async rebase() {
    await fill(DEAL_ROWS);
    await makeEdits();
    const view = openChecklistView(openDatabase(PARTNER), DEAL);
    await untilReady(view);
    const screen = showRows(view);
    const worker = new Worker(new URL('./rebase.worker.ts', import.meta.url), { type: 'module' });
    await saidBy(worker);
    let times = { total: 0, painted: 0 };
    const longestFrame = await watchFrames(async () => {
      const began = performance.now();
      const onScreen = screen.painted();
      worker.postMessage('go');
      const { total } = await saidBy(worker);
      await onScreen;
      times = { total, painted: since(began) };
    });
    worker.terminate();
    view.close();
    return { ...times, longestFrame };
  },

  fill,

  async openCold() {
    const began = performance.now();
    const view = openChecklistView(openDatabase(PARTNER), DEAL);
    await untilReady(view);
    const ms = since(began);
    const { entries, lists } = view.getSnapshot();
    const shown = [...entries.values()];
    const items = shown.filter(({ item }) => item).length;
    const documents = shown.filter(({ document }) => document).length;
    return { ms, rows: entries.size + items + documents + lists.size };
  },
};

async function untilReady(view: ChecklistView): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = view.subscribe(() => {
      stop();
      resolve();
    });
  });
}

globalThis.contender = counterpart;
