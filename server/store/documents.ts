import { notFound } from '../refusal.ts';
import type { DocumentRow, Tx } from './tables.ts';

/** The live documents of a deal in upload order; `inQueue` undefined = all. */
export async function listDocuments(
  tx: Tx,
  deal: string,
  inQueue: boolean | undefined,
): Promise<DocumentRow[]> {
  let query = tx
    .selectFrom('documents')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null);
  if (inQueue !== undefined) query = query.where('in_queue', '=', inQueue);
  return query.orderBy('upload_order').orderBy('created_at').orderBy('uuid').execute();
}

/** @throws {Refusal} `not_found` */
export async function documentById(tx: Tx, deal: string, uuid: string): Promise<DocumentRow> {
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

/** A row of that id in whatever deal, deleted ones too. */
export async function documentOfAnyDeal(tx: Tx, uuid: string): Promise<DocumentRow | undefined> {
  return tx.selectFrom('documents').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
