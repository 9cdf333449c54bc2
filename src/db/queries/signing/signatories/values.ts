import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import type { DealRows } from '../../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';

const TABLES = ['signatories', 'customKeys', 'customValues'] as const;

/** The rows of a deal for the grid of values. */
type ValueRows = DealRows<(typeof TABLES)[number]>;

/** One signatory's values, by the field's uuid. */
export type ValuesOfOne = ReadonlyMap<string, CollectionRow<'customValues'>>;

/** Signatories by fields. A signatory whose values did not change keeps the identity of their values. */
export interface Values {
  /** In their order. */
  signatories: readonly CollectionRow<'signatories'>[];
  fields: readonly CollectionRow<'customKeys'>[];
  /** By the signatory's uuid; absent = none. */
  values: ReadonlyMap<string, ValuesOfOne>;
}

/** The values of a deal's signatories, kept in memory while a screen shows them. */
export function valuesView(db: MirrorDatabase, transaction: string): RowsView<Values> {
  return rowsView(db, transaction, { tables: TABLES, compose: valuesOf });
}

/** Returns the grid of these rows. Unchanged parts keep their identity. */
function valuesOf(rows: ValueRows, before: { rows: ValueRows; shown: Values } | null): Values {
  const last = before?.rows;
  return {
    signatories:
      before && last?.signatories === rows.signatories
        ? before.shown.signatories
        : [...rows.signatories.values()].toSorted(byOrder),
    fields:
      before && last?.customKeys === rows.customKeys
        ? before.shown.fields
        : [...rows.customKeys.values()].toSorted(byOrder),
    values:
      before && last?.customValues === rows.customValues
        ? before.shown.values
        : bySignatory(rows.customValues, before?.shown.values ?? new Map()),
  };
}

function bySignatory(rows: ValueRows['customValues'], before: Values['values']): Map<string, ValuesOfOne> {
  const next = new Map<string, Map<string, CollectionRow<'customValues'>>>();
  for (const row of rows.values()) {
    const own = next.get(row.signatory);
    if (own) own.set(row.customKey, row);
    else next.set(row.signatory, new Map([[row.customKey, row]]));
  }
  return new Map(
    [...next].map(([signatory, own]) => {
      const last = before.get(signatory);
      return [signatory, last && isSame(last, own) ? last : own] as const;
    }),
  );
}

function isSame(one: ValuesOfOne, other: ValuesOfOne): boolean {
  return one.size === other.size && [...one].every(([key, row]) => other.get(key) === row);
}
