import {
  COLLECTION_NAMED,
  COLLECTION_NAMES,
  DEAL_COLLECTIONS,
  type CollectionName,
  type DealCollection,
} from '../../contract/collections/deal-collections.ts';
import { COLLECTION_SCHEMAS } from '../../contract/entities/collection-schemas.ts';
import * as z from 'zod';
import { camelKey, snakify } from '../codec.ts';
import type { DeletedRow, DependentRow } from '../commands/collections/delete-row.ts';
import { textIn } from '../commands/collections/edits.ts';
import { STANDARD, type Born } from '../commands/collections/standard-commands.ts';
import type { CollectionRow } from '../rows.ts';
import type { CommandDefinition } from './command.ts';

// Schemas for stored arguments: those of standard commands, and parts that other commands share.

/** Returns a schema for a value in camelCase, given its schema on the wire. */
export function camelOf<Value>(wire: z.ZodType): z.ZodType<Value> {
  return z.custom<Value>((value) => wire.safeParse(snakify(value)).success);
}

/** Returns a schema for a collection's row as the mirror stores it. */
export function rowIn<Name extends CollectionName>(name: Name): z.ZodType<CollectionRow<Name>> {
  const { wire, placeFields } = COLLECTION_NAMED[name];
  const elsewhere = new Set<string>(placeFields);
  const fields = Object.entries(COLLECTION_SCHEMAS[wire].row.shape).filter(
    ([field]) => !elsewhere.has(field),
  );
  return camelOf(z.object(Object.fromEntries(fields)));
}

export const id = z.uuid();
export const inDeal = { transaction: id, uuid: id };

/** Names a deleted row, and the rows that were deleted together with it. */
export const deletedSchema = z.object({
  ...inDeal,
  along: z.array(z.object({ table: z.enum(COLLECTION_NAMES), key: id })).optional(),
});

const alongSchema: z.ZodType<DependentRow> = z.custom<DependentRow>((value) => {
  const table = z.object({ table: z.enum(COLLECTION_NAMES) }).safeParse(value);
  return table.success && z.object({ row: rowIn(table.data.table) }).safeParse(value).success;
});

/** Returns a schema for a row of the collection as it was before its deletion, with the rows that were deleted together with it. */
export function restoredSchema<Name extends CollectionName>(name: Name): z.ZodType<DeletedRow<Name>>;
export function restoredSchema(name: CollectionName): z.ZodType {
  return z.object({ transaction: id, row: rowIn(name), along: z.array(alongSchema).optional() });
}

/** A moved row, the row it comes after, and the others in the same order. */
export const movedSchema = z.object({ ...inDeal, after: id.nullable(), others: z.array(id) });

const BORN: ReadonlySet<string> = new Set<Born>([
  'createdAt',
  'createdBy',
  'version',
  'modifiedAt',
  'modifiedBy',
]);

/** Returns schemas for fields of a collection's rows, in camelCase. */
function fieldsIn({ wire }: DealCollection, fields: readonly string[]): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = COLLECTION_SCHEMAS[wire].row.shape;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const schema = shape[field];
      return schema ? [[camelKey(field), camelOf(schema)]] : [];
    }),
  );
}

/** A command that a collection's declaration defines, and the schema of its stored arguments. */
interface StandardArgs {
  definition: CommandDefinition<unknown>;
  schema: z.ZodType;
  /** The name that its edits are stored under, if it is not the command's own. */
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
  const own = Object.keys(COLLECTION_SCHEMAS[wire].row.shape).filter((field) => !BORN.has(camelKey(field)));
  const edits = z.object(fieldsIn(collection, fields)).partial();
  const renamed = title === null ? null : camelKey(title);
  return [
    ...(create
      ? [{ definition: create, schema: z.object({ ...fieldsIn(collection, own), ...inDeal }) }]
      : []),
    ...(update ? [{ definition: update, schema: z.object({ ...inDeal, edits }) }] : []),
    // Earlier versions stored a new name as a separate command.
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
