import { byOrder } from '../../../contract/rules/checklist/order.ts';
import { lastCommit } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { NewEdit } from '../../outbox/command.ts';
import { Draft, type RowChange } from '../../outbox/draft.ts';
import { changesIn, fold } from '../../outbox/fold.ts';
import { RowMap } from '../../outbox/row-map.ts';
import type { CollectionRow, MirrorTable } from '../../rows.ts';
import { readInParts } from '../../views/read-checklist.ts';

const TABLES = ['signatories', 'customKeys', 'customValues'] as const;
type ValueTable = (typeof TABLES)[number];

/** The rows of a deal that the grid of values is made from, by uuid. */
export interface ValueRows {
  signatories: ReadonlyMap<string, CollectionRow<'signatories'>>;
  customKeys: ReadonlyMap<string, CollectionRow<'customKeys'>>;
  customValues: ReadonlyMap<string, CollectionRow<'customValues'>>;
}

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

/** All rows of the deal, and the number of the commit that they are of. */
export async function readValueRows(
  db: MirrorDatabase,
  transaction: string,
): Promise<{ rows: ValueRows; seq: number }> {
  const tables = [db.signatories, db.customKeys, db.customValues, db.meta];
  return db.transaction('r', tables, async () => {
    const [{ seq }, signatories, customKeys, customValues] = await Promise.all([
      lastCommit(db, transaction),
      readInParts(db.signatories, transaction),
      readInParts(db.customKeys, transaction),
      readInParts(db.customValues, transaction),
    ]);
    const rows = {
      signatories: byUuid(signatories),
      customKeys: byUuid(customKeys),
      customValues: byUuid(customValues),
    };
    return { rows, seq };
  });
}

/** Returns the changes that edits make to committed rows, by the fold that will commit them. */
export function changesBy(rows: ValueRows, edits: readonly NewEdit[], deal: string): RowChange[] {
  const draft = new Draft(deal);
  for (const { mutation } of edits)
    for (const { table, key } of mutation.keys)
      draft.load(table, key, isOwn(table) ? (rows[table].get(key) ?? null) : null);
  const before = RowMap.of(draft.entities());
  for (const { mutation, stands } of edits) if (stands?.(draft) ?? true) fold(draft, [mutation]);
  return changesIn(draft, deal, before);
}

/** Returns the rows with changes made to them: only the tables that change are copied. */
export function withChanges(rows: ValueRows, changes: readonly RowChange[]): ValueRows {
  const changed = new Set<MirrorTable>(changes.map(({ table }) => table));
  const copies = {
    signatories: changed.has('signatories') ? new Map(rows.signatories) : rows.signatories,
    customKeys: changed.has('customKeys') ? new Map(rows.customKeys) : rows.customKeys,
    customValues: changed.has('customValues') ? new Map(rows.customValues) : rows.customValues,
  };
  for (const { table, key, row } of changes) {
    if (!isOwn(table)) continue;
    const copy = copies[table];
    if (!(copy instanceof Map)) continue;
    if (row) copy.set(key, row);
    else copy.delete(key);
  }
  return copies;
}

/** Returns the grid of these rows. What is as it was in the last one keeps its identity. */
export function valuesOf(rows: ValueRows, before: { rows: ValueRows; values: Values } | null): Values {
  const last = before?.rows;
  return {
    signatories:
      before && last?.signatories === rows.signatories
        ? before.values.signatories
        : [...rows.signatories.values()].toSorted(byOrder),
    fields:
      before && last?.customKeys === rows.customKeys
        ? before.values.fields
        : [...rows.customKeys.values()].toSorted(byOrder),
    values:
      before && last?.customValues === rows.customValues
        ? before.values.values
        : bySignatory(rows.customValues, before?.values.values ?? new Map()),
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

function isOwn(table: MirrorTable): table is ValueTable {
  return TABLES.some((own) => own === table);
}

function byUuid<Row extends { uuid: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.uuid, row]));
}
