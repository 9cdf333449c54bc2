import { liveQuery } from 'dexie';
import { renameHeader } from '../../../src/db/commands/rename-header.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { openChecklistView, type ChecklistView } from '../../../src/db/views/checklist-view.ts';
import { applyChanges } from '../../../src/sync/apply-changes.ts';
import { realClock } from '../../../src/sync/clock.ts';
import { lead, type Leadership } from '../../../src/sync/leader.ts';
import { since, type Contender } from '../sync/contender.ts';
import { DEAL, PARTNER } from '../sync/deal-wire.ts';
import { Delivery, inChunks, makeDealRows, makeHeaderRows } from '../sync/deal-rows.ts';
import { timeEdits } from '../sync/time-edits.ts';
import { writeChanges } from '../../../src/db/fold.ts';

/** As long as the page lives: the right to commit what is pulled. */
async function takeLead(): Promise<Leadership> {
  return new Promise((resolve) => {
    void lead(PARTNER, { clock: realClock, signal: new AbortController().signal }, async (leadership) => {
      // Pulls are relaxed: what they lose can be pulled again.
      resolve({ ...leadership, db: openDatabase(PARTNER, 'relaxed') });
      await new Promise<never>(() => undefined);
    });
  });
}

const counterpart: Contender = {
  async pullFirst(count) {
    const leadership = await takeLead();
    const { transaction, rows } = makeDealRows(count);
    const strict = openDatabase(PARTNER, 'strict');
    await strict.transactions.put(transaction);
    await leadership.db.open();
    const began = performance.now();
    await applyChanges(leadership, {
      lane: DEAL,
      source: 'changes',
      tick: 1,
      told: rows,
      complete: true,
      reached: { etags: [], epoch: 'bench', version: 1 },
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

  async fill(rows) {
    const db = openDatabase(PARTNER, 'strict');
    const deal = makeDealRows(rows);
    await db.transactions.put(deal.transaction);
    for (const chunk of inChunks(deal.rows)) {
      await db.transaction('rw', [db.elements, db.items, db.documents, db.childLists], () =>
        writeChanges(db, chunk),
      );
    }
  },

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
