import { sql } from 'kysely';
import { COLLECTION_NAMED, type DealCollection } from '../../../src/contract/collections/deal-collections.ts';
import { notFound } from '../../refusal.ts';
import { findRow } from '../../store/deals/collection-rows.ts';
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

/** Returns whether all rows that a row goes together with are there. */
export async function parentsAreLive(
  scope: DealWrite,
  { wire, parents }: Pick<DealCollection, 'wire' | 'parents'>,
  uuid: string,
): Promise<boolean> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(wire)} where uuid = ${uuid}
  `.execute(scope.tx);
  for (const { field, collection, together } of parents) {
    const named = rows[0]?.[field];
    if (!together || typeof named !== 'string') continue;
    const row = await findRow(scope.tx, COLLECTION_NAMED[collection].wire, named);
    if (row?.deleted_at !== null) return false;
  }
  return true;
}
