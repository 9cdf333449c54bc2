import { sql } from 'kysely';
import type { NoteRow, Tx } from '../tables.ts';

/** The notes of a deal, the oldest first; `among` = those of these ids alone. */
export async function listNotes(tx: Tx, deal: string, among?: readonly string[]): Promise<NoteRow[]> {
  if (among?.length === 0) return [];
  let query = tx
    .selectFrom('notes')
    .selectAll()
    .where('transaction', '=', deal)
    .where('deleted_at', 'is', null);
  if (among) query = query.where(sql<boolean>`uuid = any(${among}::uuid[])`);
  return query.orderBy('created_at').orderBy('uuid').execute();
}
