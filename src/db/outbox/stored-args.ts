import {
  COLLECTION_NAMED,
  COLLECTION_NAMES,
  DEAL_COLLECTIONS,
  type CollectionName,
  type DealCollection,
} from '../../contract/collections/deal-collections.ts';
import { ROW_SCHEMAS } from '../../contract/entities/transactions/changes.ts';
import * as z from 'zod';
import { camelKey, snakify } from '../codec.ts';
import type { DeletedRow, DependentRow } from '../commands/collections/delete-row.ts';
import { textIn } from '../commands/collections/edits.ts';
import { STANDARD, type Born } from '../commands/collections/standard-commands.ts';
import type { CollectionRow } from '../rows.ts';
import type { CommandDefinition } from './command.ts';

// The schemas that read back the arguments of standard commands, and those that other commands share.

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

/** A row and the other rows that share its order. */
export const movedSchema = z.object({ ...inDeal, after: id.nullable(), others: z.array(id) });

const BORN: ReadonlySet<string> = new Set<Born>([
  'createdAt',
  'createdBy',
  'version',
  'modifiedAt',
  'modifiedBy',
]);

/** Fields of a collection's rows in camelCase. */
function fieldsIn({ wire }: DealCollection, fields: readonly string[]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = ROW_SCHEMAS[wire].shape;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const schema = shape[field];
      return schema ? [[camelKey(field), camelOf(schema)]] : [];
    }),
  );
}

/** A command that a collection's declaration defines, and what reads its arguments back. */
interface StandardArgs {
  definition: CommandDefinition<unknown>;
  schema: z.ZodType;
  /** Under which its edits are stored, if not under its own. */
  name?: string;
}

/** Returns the commands that the collections' declarations define. */
export function standardArgs(): StandardArgs[] {
  return DEAL_COLLECTIONS.flatMap((collection) => argsOf(collection, STANDARD[collection.name]));
}

function argsOf(
  collection: DealCollection,
  commands: Partial<Record<'create' | 'update' | 'move' | 'delete' | 'restore', object>>,
): StandardArgs[];
function argsOf(
  collection: DealCollection,
  { create, update, move, delete: deletion, restore }: Record<string, object>,
): object[] {
  const { name, wire, command, fields, title } = collection;
  const own = Object.keys(ROW_SCHEMAS[wire].shape).filter((field) => !BORN.has(camelKey(field)));
  const edits = z.object(fieldsIn(collection, fields)).partial();
  const renamed = title === null ? null : camelKey(title);
  return [
    ...(create
      ? [{ definition: create, schema: z.object({ ...fieldsIn(collection, own), ...inDeal }) }]
      : []),
    ...(update ? [{ definition: update, schema: z.object({ ...inDeal, edits }) }] : []),
    // Earlier versions stored a new name as an edit of its own.
    ...(update && renamed !== null
      ? [
          {
            definition: update,
            schema: z
              .object({ ...inDeal, [renamed]: z.string() })
              .transform(({ transaction, uuid, ...named }) => ({
                transaction,
                uuid,
                edits: { [renamed]: textIn(named, renamed) },
              })),
            name: `${command}.rename`,
          },
        ]
      : []),
    ...(move ? [{ definition: move, schema: movedSchema }] : []),
    ...(deletion ? [{ definition: deletion, schema: deletedSchema }] : []),
    ...(restore ? [{ definition: restore, schema: restoredSchema(name) }] : []),
  ];
}
