import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../tables.ts';

/**
 * Deletes deals with every row that belongs to them, in the order in which the rows name each other. The access log keeps its lines,
 * without the deal. `deals` is a list or a query of their ids, in parentheses.
 */
export async function deleteDealRows(tx: Tx, deals: RawBuilder<unknown>): Promise<void> {
  const files = sql`(select uuid from documents where transaction in ${deals})`;
  const statements = [
    sql`delete from notifications where transaction in ${deals}`,
    sql`update access_log set transaction = null where transaction in ${deals}`,
    sql`delete from invitations where transaction in ${deals}`,
    sql`delete from features where transaction in ${deals}`,
    sql`delete from change_log where transaction in ${deals}`,
    sql`delete from notes where transaction in ${deals}`,
    sql`delete from custom_keys where transaction in ${deals}`,
    sql`delete from elements where transaction in ${deals}`,
    sql`delete from tasks where transaction in ${deals}`,
    sql`update documents set item_id = null where transaction in ${deals}`,
    sql`delete from items where transaction in ${deals}`,
    sql`update transactions set purge_problem_document = null where uuid in ${deals}`,
    sql`delete from document_pages where document in ${files}`,
    sql`delete from documents where transaction in ${deals}`,
    sql`delete from participants where transaction in ${deals}`,
    sql`delete from transactions where uuid in ${deals}`,
  ];
  for (const statement of statements) await statement.execute(tx);
}
