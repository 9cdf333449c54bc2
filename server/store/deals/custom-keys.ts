import { sql } from 'kysely';
import { notFound } from '../../refusal.ts';
import type { CustomKeyRow, Tx } from '../tables.ts';

/** The live custom keys of a deal in their order; `among` = those of these ids alone. */
export async function listCustomKeys(
  tx: Tx,
  deal: string,
  among?: readonly string[],
): Promise<CustomKeyRow[]> {
  if (among?.length === 0) return [];
  let query = tx
    .selectFrom('custom_keys')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null);
  if (among) query = query.where(sql<boolean>`uuid = any(${among}::uuid[])`);
  return query.orderBy('order').orderBy('uuid').execute();
}

/** One of the deal's keys. @throws {Refusal} `not_found` */
export function customKeyAmong(rows: readonly CustomKeyRow[], uuid: string): CustomKeyRow {
  const row = rows.find((each) => each.uuid === uuid);
  if (!row) throw notFound('This field');
  return row;
}
