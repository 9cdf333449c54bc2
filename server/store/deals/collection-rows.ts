import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { DealCollection, WireName } from '../../../src/contract/collections/deal-collections.ts';
import { notFound } from '../../refusal.ts';
import type { DealRowColumns } from '../columns.ts';
import type { Tables, Tx } from '../tables.ts';

// The statements that all collections of a deal share. A collection's table has the collection's wire name.

/** The part of a declaration that the statements need. Its name determines the row type. */
export type Declared<Wire extends WireName> = Pick<DealCollection, 'orderedWithin' | 'nouns'> & {
  wire: Wire;
};

export type RowOf<Wire extends WireName> = Selectable<Tables[Wire]>;

/** Rows whose field names one of these. */
export type Naming = { field: string; rows: readonly string[] };

/**
 * Live rows of a deal, or only those that are `among` these ids or that are `naming` certain rows. Or rows of any deal by
 * their ids, including deleted ones.
 */
export type Which =
  | { deal: string; among?: readonly string[] | undefined; naming?: Naming | undefined }
  | { uuids: readonly string[] };

/** Collections that are ordered neither by their own order nor by creation. */
const OTHER_ORDERS: Partial<Record<WireName, RawBuilder<unknown>>> = {
  elements: sql`parent_element nulls first, "order", uuid`,
  documents: sql`upload_order, created_at, uuid`,
  executed_document_pages: sql`executed_document, page, part`,
};

/** Returns rows in the order of the collection's list. */
export async function selectRows<Wire extends WireName>(
  tx: Tx,
  { wire, orderedWithin }: Declared<Wire>,
  which: Which,
): Promise<RowOf<Wire>[]> {
  const ids = 'deal' in which ? which.among : which.uuids;
  const naming = 'deal' in which ? which.naming : undefined;
  if (ids?.length === 0 || naming?.rows.length === 0) return [];
  const conditions = [
    ...('deal' in which ? [sql`transaction = ${which.deal} and deleted_at is null`] : []),
    ...(ids ? [sql`uuid = any(${ids}::uuid[])`] : []),
    ...(naming ? [sql`${sql.ref(naming.field)} = any(${naming.rows}::uuid[])`] : []),
  ];
  const order = OTHER_ORDERS[wire] ?? ownOrder(orderedWithin);
  const { rows } = await sql<RowOf<Wire>>`
    select * from ${sql.table(wire)} where ${sql.join(conditions, sql` and `)} order by ${order}
  `.execute(tx);
  return rows;
}

/** Returns a live row of the deal. @throws {Refusal} `not_found` */
export async function rowOf<Wire extends WireName>(
  tx: Tx,
  collection: Declared<Wire>,
  deal: string,
  uuid: string,
): Promise<RowOf<Wire>> {
  const [row] = await selectRows(tx, collection, { deal, among: [uuid] });
  if (!row) throw notFound(`This ${collection.nouns.one}`);
  return row;
}

/** Returns a row of any deal, deleted or not, with the columns that all collections share. */
export async function findRow(
  tx: Tx,
  wire: WireName,
  uuid: string,
): Promise<Selectable<DealRowColumns> | undefined> {
  return (await findRows(tx, wire, [uuid])).get(uuid);
}

/** Like `findRow`, for many ids. */
export async function findRows(
  tx: Tx,
  wire: WireName,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, Selectable<DealRowColumns>>> {
  if (uuids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(wire)
    .select(['uuid', 'transaction', 'created_at', 'created_by', 'deleted_at', 'deleted_by'])
    .select(['version', 'modified_at', 'modified_by'])
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Returns how many live rows a deal has, or how many of them name a row. */
export async function countRows(
  tx: Tx,
  wire: WireName,
  { deal, naming }: { deal: string; naming?: { field: string; row: string } },
): Promise<number> {
  const among = naming ? sql`and ${sql.ref(naming.field)} = ${naming.row}` : sql``;
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(wire)} where transaction = ${deal} and deleted_at is null ${among}
  `.execute(tx);
  return Number(rows[0]?.count);
}

export async function insertRow<Wire extends WireName>(
  tx: Tx,
  wire: Wire,
  row: Insertable<Tables[Wire]>,
): Promise<RowOf<Wire>> {
  return tx.insertInto(wire).values(row).returningAll().executeTakeFirstOrThrow();
}

/** The number of rows per statement, because PostgreSQL accepts 65,535 parameters. */
const ROWS_AT_ONCE = 2000;

/** Inserts any number of rows. */
export async function insertRows<Wire extends WireName>(
  tx: Tx,
  wire: Wire,
  rows: readonly Insertable<Tables[Wire]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto(wire)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

/** Changes a row. `changes` are values by column. */
export async function changeRow(
  tx: Tx,
  wire: WireName,
  uuid: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await changeRows(tx, wire, [uuid], changes);
}

/** Makes the same changes to several rows. `changes` are values by column. */
export async function changeRows(
  tx: Tx,
  wire: WireName,
  uuids: readonly string[],
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (uuids.length === 0) return;
  const columns = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`
    update ${sql.table(wire)} set ${sql.join(columns)} where uuid = any(${uuids}::uuid[])
  `.execute(tx);
}

/** Returns the order of rows within their parents, or by creation. */
function ownOrder(within: DealCollection['orderedWithin']): RawBuilder<unknown> {
  if (within === null) return sql`created_at, uuid`;
  return within === 'transaction' ? sql`"order", uuid` : sql`${sql.ref(within)}, "order", uuid`;
}

/** A row of a collection whose rows have their own order. */
export type Ordered = { uuid: string; order: number };

/** Returns the orders of a deal that contain one of these rows, each as its live rows. The row itself may be deleted. */
export async function readOrders(
  tx: Tx,
  { wire, orderedWithin }: Declared<WireName>,
  deal: string,
  uuids: readonly string[],
): Promise<Ordered[][]> {
  if (orderedWithin === null || uuids.length === 0) return [];
  const within = sql.ref(orderedWithin);
  const { rows } = await sql<Ordered & { within: string }>`
    select uuid, "order", ${within} as within from ${sql.table(wire)}
    where transaction = ${deal} and deleted_at is null
      and ${within} in (select ${within} from ${sql.table(wire)} where uuid = any(${uuids}::uuid[]))
    order by "order", uuid
  `.execute(tx);
  return [...Map.groupBy(rows, (row) => row.within).values()];
}

/** Writes these positions. */
export async function writeOrder(
  tx: Tx,
  wire: WireName,
  rows: readonly Ordered[],
  { version, modified_at, modified_by }: { version: number; modified_at: Date; modified_by: string | null },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update ${sql.table(wire)} as row
    set "order" = placed.place, version = ${version}, modified_at = ${modified_at}, modified_by = ${modified_by}
    from unnest(${rows.map(({ uuid }) => uuid)}::uuid[], ${rows.map(({ order }) => order)}::integer[])
      as placed (uuid, place)
    where row.uuid = placed.uuid
  `.execute(tx);
}

/** Returns the ids of a deal's live rows that name one of these rows in the field. */
export async function rowsNaming(
  tx: Tx,
  wire: WireName,
  { deal, field, uuids }: { deal: string; field: string; uuids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from ${sql.table(wire)}
    where transaction = ${deal} and deleted_at is null and ${sql.ref(field)} = any(${uuids}::uuid[]) order by uuid
  `.execute(tx);
  return rows.map((row) => row.uuid);
}

/** Returns the ids of a deal's rows that name one of these rows in the field and were deleted by the same write. */
export async function rowsDeletedWith(
  tx: Tx,
  wire: WireName,
  { deal, field, uuids, version }: { deal: string; field: string; uuids: readonly string[]; version: number },
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from ${sql.table(wire)}
    where transaction = ${deal} and deleted_at is not null and version = ${version}
      and ${sql.ref(field)} = any(${uuids}::uuid[])
    order by uuid
  `.execute(tx);
  return rows.map((row) => row.uuid);
}
