import { camelize } from '../../../src/db/codec.ts';
import type { RowChange } from '../../../src/db/outbox/draft.ts';
import type { ElementRow, TransactionRow } from '../../../src/db/rows.ts';
import { elementRows, putRows } from '../../../src/db/wire-rows.ts';
import { DEAL, idOf, makeDeal, PARTNER } from './deal-wire.ts';

/** How many rows every contender writes in one transaction, as in src/sync/pull/apply-changes.ts. */
const CHUNK_ROWS = 1000;

/** A deal as rows of the mirror. */
export interface DealRows {
  transaction: TransactionRow;
  /** All rows except the deal's own: elements, items, documents, child lists. */
  rows: RowChange[];
}

/**
 * Returns a deal with this many rows as mirror rows, as a server's response produces them before they are
 * written.
 */
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

/**
 * Splits the rows into the chunks that are written in one transaction: a thousand entities at a time, and the
 * lists last.
 */
export function inChunks(rows: readonly RowChange[]): RowChange[][] {
  const entities = rows.filter(({ table }) => table !== 'childLists');
  const chunks: RowChange[][] = [];
  for (let from = 0; from < entities.length; from += CHUNK_ROWS)
    chunks.push(entities.slice(from, from + CHUNK_ROWS));
  return [...chunks, rows.filter(({ table }) => table === 'childLists')];
}

/** Returns 100 headers of the deal, which a live query shows. */
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

/** Returns the edit with this number: the header and its new name. */
export function editOf(index: number): { uuid: string; label: string } {
  return { uuid: idOf('header', (index * 37) % 100), label: `Renamed for the ${index + 1}th time` };
}

/** Returns an edit as a row of the outbox. */
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

/** Waits until a delivered list shows an edit. The wait must begin before the edit is made. */
export class Delivery {
  #waiting: { uuid: string; label: string | null; resolve: (at: number) => void } | null = null;

  /** Returns the `performance.now()` of the delivery, so that later work in the same task doesn't count. */
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
