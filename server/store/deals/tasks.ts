import { sql } from 'kysely';
import { notFound } from '../../refusal.ts';
import type { TaskRow, Tx } from '../tables.ts';

function tasksOf(tx: Tx, deal: string) {
  return tx.selectFrom('tasks').selectAll().where('transaction', '=', deal).where('deleted_at', 'is', null);
}

/** The live tasks of a deal in the order of their making; `among` = those of these ids alone. */
export async function listTasks(tx: Tx, deal: string, among?: readonly string[]): Promise<TaskRow[]> {
  if (among?.length === 0) return [];
  let query = tasksOf(tx, deal);
  if (among) query = query.where(sql<boolean>`uuid = any(${among}::uuid[])`);
  return query.orderBy('created_at').orderBy('uuid').execute();
}

/** @throws {Refusal} `not_found` */
export async function taskById(tx: Tx, deal: string, uuid: string): Promise<TaskRow> {
  const row = await tasksOf(tx, deal).where('uuid', '=', uuid).executeTakeFirst();
  if (!row) throw notFound('This task');
  return row;
}
