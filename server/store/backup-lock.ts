import { sql, type Kysely } from 'kysely';
import type { Client } from 'pg';
import type { Tables } from './tables.ts';

// A backup copies the files that the rows of one snapshot name, after the snapshot was taken. Until it is done, no file may
// be deleted. So the backup holds this advisory lock for as long as its connection lives, and deletions of files take the
// lock shared, or wait until later.

/** The advisory lock's number, the same in every version. */
const BACKUP_LOCK = 7_265_120;

/**
 * Blocks the removal of files until the client's connection ends. `wait` is called before it waits for a removal in progress.
 */
export async function holdOffRemovals(client: Client, wait: () => void): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    BACKUP_LOCK,
  ]);
  if (rows[0]?.got) return;
  wait();
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
}

/** Returns false while a backup is running. Otherwise, none starts until the client's connection ends. */
export async function holdOffBackups(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock_shared($1) as got', [
    BACKUP_LOCK,
  ]);
  return rows[0]?.got === true;
}

/** Returns whether a backup is running. If not, none starts until the transaction ends. */
export async function isBackupRunning(tx: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}::bigint) as got
  `.execute(tx);
  return rows[0]?.got !== true;
}
