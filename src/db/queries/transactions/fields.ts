import { byOrder } from '../../../contract/rules/checklist/order.ts';
import { isSameKey, variablesIn } from '../../../contract/rules/documents/variables.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow, ItemRow } from '../../rows.ts';

/** A field of a deal, and the documents whose names refer to it. */
export interface Field {
  row: CollectionRow<'customKeys'>;
  usedBy: ItemRow[];
}

export interface DealFields {
  /** In their order. */
  fields: Field[];
  /** Names in documents that match no field of the deal. */
  missing: { key: string; usedBy: ItemRow[] }[];
}

/** A deal's fields and where they are used, from one snapshot of the mirror. */
export async function dealFields(db: MirrorDatabase, transaction: string): Promise<DealFields> {
  const [keys, items] = await db.transaction('r', db.customKeys, db.items, () =>
    Promise.all([db.customKeys.where({ transaction }).toArray(), db.items.where({ transaction }).toArray()]),
  );
  const named = items.map((item) => ({ item, keys: variablesIn(`${item.name} ${item.nameAlt}`) }));
  const users = (key: string) =>
    named.filter((each) => each.keys.some((other) => isSameKey(key, other))).map(({ item }) => item);
  const unknown = named
    .flatMap((each) => each.keys)
    .filter((key) => !keys.some((row) => isSameKey(row.key, key)));
  const missing = unknown.filter((key, at) => unknown.findIndex((other) => isSameKey(key, other)) === at);
  return {
    fields: keys.toSorted(byOrder).map((row) => ({ row, usedBy: users(row.key) })),
    missing: missing.map((key) => ({ key, usedBy: users(key) })),
  };
}
