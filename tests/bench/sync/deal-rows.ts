import { camelize } from '../../../src/db/codec.ts';
import type { RowChange } from '../../../src/db/outbox/draft.ts';
import type { ElementRow, TransactionRow } from '../../../src/db/rows.ts';
import { elementRows, putRows } from '../../../src/db/wire-rows.ts';
import { DEAL, idOf, makeDeal, PARTNER } from './deal-wire.ts';

/** Rows that every contender writes in one transaction; as many as src/sync/pull/apply-changes.ts does. */
const CHUNK_ROWS = 1000;

/** A deal as rows of the mirror. */
export interface DealRows {
  transaction: TransactionRow;
  /** All but the deal's own row: elements, items, documents, child lists. */
  rows: RowChange[];
}

/** The deal of so many rows as an answer of the server makes them, before they are written. */
export function makeDealRows(count: number): DealRows {
  const wire = makeDeal(count);
  const { elements, lists } = elementRows(DEAL, wire.elements);
  return {
    transaction: camelize(wire.transaction),
    rows: [
      ...elements.map((row): RowChange => ({ table: 'elements', key: row.uuid, row })),
      ...putRows('items', wire.items),
      ...putRows('documents', wire.documents),
      ...lists.map((row): RowChange => ({ table: 'childLists', key: row.key, row })),
    ],
  };
}

/** The rows in the portions that are written in one transaction: entities a thousand at a time, the lists last. */
export function inChunks(rows: readonly RowChange[]): RowChange[][] {
  const entities = rows.filter(({ table }) => table !== 'childLists');
  const chunks: RowChange[][] = [];
  for (let from = 0; from < entities.length; from += CHUNK_ROWS)
    chunks.push(entities.slice(from, from + CHUNK_ROWS));
  return [...chunks, rows.filter(({ table }) => table === 'childLists')];
}

/** 100 headers of the deal, which a live query shows. */
export function makeHeaderRows(): ElementRow[] {
  return Array.from({ length: 100 }, (_, index) => ({
    uuid: idOf('header', index),
    transaction: DEAL,
    item: null,
    task: null,
    label: `Closing deliveries, part ${index + 1}`,
    version: 1,
    modifiedAt: '2026-01-05T09:30:00.000Z',
    modifiedBy: PARTNER,
  }));
}

/** The edits of a run: which header gets which name. */
export function editOf(index: number): { uuid: string; label: string } {
  return { uuid: idOf('header', (index * 37) % 100), label: `Renamed for the ${index + 1}th time` };
}

/** What an edit is in the outbox. */
export function outboxRow(uuid: string, label: string) {
  return {
    id: crypto.randomUUID(),
    lane: DEAL,
    name: 'header.rename',
    format: 1,
    madeAt: new Date().toISOString(),
    state: 'pending',
    args: { transaction: DEAL, uuid, label },
    creates: [],
    refersTo: [uuid],
    touches: [uuid],
    baseVersion: 1,
  };
}

/** Waits until a list that has been delivered shows an edit; ask for the wait before the edit is made. */
export class Delivery {
  #waiting: { uuid: string; label: string | null; resolve: (at: number) => void } | null = null;

  /** Returns when it was delivered, a `performance.now()`: what follows in the same task is not in the figure. */
  async of({ uuid, label }: { uuid: string; label: string }): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = { uuid, label, resolve };
    });
  }

  take(rows: Iterable<{ uuid: string; label: string | null }>): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    for (const row of rows) {
      if (row.uuid !== waiting.uuid || row.label !== waiting.label) continue;
      this.#waiting = null;
      waiting.resolve(performance.now());
      return;
    }
  }
}
