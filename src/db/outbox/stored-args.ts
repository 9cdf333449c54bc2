import {
  COLLECTION_NAMED,
  COLLECTION_NAMES,
  type CollectionName,
} from '../../contract/collections/deal-collections.ts';
import { ROW_SCHEMAS } from '../../contract/entities/transactions/changes.ts';
import * as z from 'zod';
import { snakify } from '../codec.ts';
import type { DeletedRow, DependentRow } from '../commands/collections/delete-row.ts';
import type { CollectionRow } from '../rows.ts';

// The schemas that read back arguments that many commands share.

/** A value in camelCase, by its wire schema. */
export function camelOf<Value>(wire: z.ZodType): z.ZodType<Value> {
  return z.custom<Value>((value) => wire.safeParse(snakify(value)).success);
}

/** A collection's row as the mirror stores it. */
export function rowIn<Name extends CollectionName>(name: Name): z.ZodType<CollectionRow<Name>> {
  const { wire, placeFields } = COLLECTION_NAMED[name];
  const elsewhere = new Set<string>(placeFields);
  const fields = Object.entries(ROW_SCHEMAS[wire].shape).filter(([field]) => !elsewhere.has(field));
  return camelOf(z.object(Object.fromEntries(fields)));
}

export const id = z.uuid();
export const inDeal = { transaction: id, uuid: id };

/** A deleted row of a collection, with the rows deleted together with it. */
export const deletedSchema = z.object({
  ...inDeal,
  along: z.array(z.object({ table: z.enum(COLLECTION_NAMES), key: id })).optional(),
});

const alongSchema: z.ZodType<DependentRow> = z.custom<DependentRow>((value) => {
  const table = z.object({ table: z.enum(COLLECTION_NAMES) }).safeParse(value);
  return table.success && z.object({ row: rowIn(table.data.table) }).safeParse(value).success;
});

/** A deleted row of that collection in its old state, with the rows deleted together with it. */
export function restoredSchema<Name extends CollectionName>(name: Name): z.ZodType<DeletedRow<Name>>;
export function restoredSchema(name: CollectionName): z.ZodType {
  return z.object({ transaction: id, row: rowIn(name), along: z.array(alongSchema).optional() });
}
