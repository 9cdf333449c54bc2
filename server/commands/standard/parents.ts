import { sql } from 'kysely';
import { COLLECTION_NAMED, type DealCollection } from '../../../src/contract/collections/deal-collections.ts';
import { notFound } from '../../refusal.ts';
import { findRow } from '../../store/deals/collection-rows.ts';
import { dealsOfRows } from '../../store/deals/deal-of.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Checks that the rows that these fields name exist in the same deal. @throws {Refusal} `not_found` */
export async function assertParents(
  scope: DealWrite,
  { parents }: Pick<DealCollection, 'parents'>,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const { field, collection } of parents) {
    const uuid = fields[field];
    if (typeof uuid !== 'string') continue;
    const { wire, nouns } = COLLECTION_NAMED[collection];
    const row = await findRow(scope.tx, wire, uuid);
    if (row?.transaction !== scope.deal.uuid || row.deleted_at !== null) throw notFound(`This ${nouns.one}`);
  }
}

/** Like `assertParents`, for many rows with no more statements than for one. @throws {Refusal} `not_found` */
export async function assertParentsOfAll(
  scope: DealWrite,
  { parents }: Pick<DealCollection, 'parents'>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const { field, collection } of parents) {
    const named = rows.map((row) => row[field]).filter((uuid) => typeof uuid === 'string');
    if (named.length === 0) continue;
    const { wire, nouns } = COLLECTION_NAMED[collection];
    const { deals, complete } = await dealsOfRows(scope.tx, wire, named);
    if (!complete || deals.some((deal) => deal !== scope.deal.uuid)) throw notFound(`This ${nouns.one}`);
  }
}

/** A row, deleted or not, that `child` depends on. */
export type Companion = {
  child: string;
  collection: DealCollection;
  uuid: string;
  version: number;
  deleted_at: Date | null;
};

/** Returns the rows that rows of a collection depend on, including deleted ones. */
export async function companionsOf(
  scope: DealWrite,
  { wire, parents }: Pick<DealCollection, 'wire' | 'parents'>,
  uuids: readonly string[],
): Promise<Companion[]> {
  const found: Companion[] = [];
  for (const { field, collection: name, together } of parents) {
    if (!together) continue;
    const collection = COLLECTION_NAMED[name];
    const { rows } = await sql<Omit<Companion, 'collection'>>`
      select row.uuid as child, parent.uuid, parent.version, parent.deleted_at
      from ${sql.table(wire)} as row
      join ${sql.table(collection.wire)} as parent on parent.uuid = row.${sql.ref(field)}
      where row.uuid = any(${uuids}::uuid[])
    `.execute(scope.tx);
    for (const row of rows) found.push({ ...row, collection });
  }
  return found;
}
