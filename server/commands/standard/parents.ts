import { sql } from 'kysely';
import { COLLECTION_NAMED, type DealCollection } from '../../../src/contract/collections/deal-collections.ts';
import { notFound } from '../../refusal.ts';
import { findRow } from '../../store/deals/collection-rows.ts';
import { dealsOfRows } from '../../store/deals/deal-of.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Checks that the rows that these fields name are there, in the same deal. @throws {Refusal} `not_found` */
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

/** As `assertParents`, for many rows with as many statements as for one. @throws {Refusal} `not_found` */
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

/** A row, deleted or not, that another row goes together with. */
export type Companion = {
  collection: DealCollection;
  row: NonNullable<Awaited<ReturnType<typeof findRow>>>;
};

/** Returns the rows that a row goes together with, deleted ones too. */
export async function companionsOf(
  scope: DealWrite,
  { wire, parents }: Pick<DealCollection, 'wire' | 'parents'>,
  uuid: string,
): Promise<Companion[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(wire)} where uuid = ${uuid}
  `.execute(scope.tx);
  const found: Companion[] = [];
  for (const { field, collection, together } of parents) {
    const named = rows[0]?.[field];
    if (!together || typeof named !== 'string') continue;
    const row = await findRow(scope.tx, COLLECTION_NAMED[collection].wire, named);
    if (row) found.push({ collection: COLLECTION_NAMED[collection], row });
  }
  return found;
}
