import { sql } from 'kysely';
import { ObjectStoreError, type ObjectStore } from '../storage/object-store.ts';
import type { Tx } from './tables.ts';

/** Tells these locks from others of the database; any number that none of those has. */
const CLASS = 4301;

/**
 * Files lie by their hash and may be of several documents. Whoever removes one holds its lock until the transaction ends, and whoever
 * makes a row that names it takes a share of it: so none is removed that a row has just come to need.
 */
export async function lockFileToRemove(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CLASS}, hashtext(${key}))`.execute(tx);
}

/** @throws {ObjectStoreError} `not_found` where it was removed since it was stored: it has to be stored again. */
export async function shareFile(tx: Tx, objects: ObjectStore, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${CLASS}, hashtext(${key}))`.execute(tx);
  if ((await objects.stat(key)) === null) throw new ObjectStoreError('not_found', 'The file was removed.');
}
