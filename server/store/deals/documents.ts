import { sql } from 'kysely';
import { notFound } from '../../refusal.ts';
import type { RowOf } from './collection-rows.ts';
import type { Tx } from '../tables.ts';

/** The live documents of a deal in upload order, or those in the queue (or not), or with these ids. */
export async function listDocuments(
  tx: Tx,
  deal: string,
  only: { inQueue?: boolean | undefined; among?: readonly string[] | undefined } = {},
): Promise<RowOf<'documents'>[]> {
  const { inQueue, among } = only;
  if (among?.length === 0) return [];
  let query = tx
    .selectFrom('documents')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null);
  if (inQueue !== undefined) query = query.where('in_queue', '=', inQueue);
  if (among) query = query.where(sql<boolean>`uuid = any(${among}::uuid[])`);
  return query.orderBy('upload_order').orderBy('created_at').orderBy('uuid').execute();
}

/** The documents of a deal that were deleted since then and can still be restored, in the order of deletion. */
export async function listRestorable(tx: Tx, deal: string, since: Date): Promise<RowOf<'documents'>[]> {
  return tx
    .selectFrom('documents')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', '>=', since)
    .orderBy('deleted_at')
    .orderBy('uuid')
    .execute();
}

/** @throws {Refusal} `not_found` */
export async function documentById(tx: Tx, deal: string, uuid: string): Promise<RowOf<'documents'>> {
  const row = await tx
    .selectFrom('documents')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('This document');
  return row;
}

/** The row with that id in any deal, including deleted rows. */
export async function documentOfAnyDeal(tx: Tx, uuid: string): Promise<RowOf<'documents'> | undefined> {
  return tx.selectFrom('documents').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
