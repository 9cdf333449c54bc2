import { Client } from 'pg';
import type { DatabaseAddress } from './open-database.ts';

/**
 * Runs something in one process at a time. An advisory lock says in which; a separate connection holds it, so that no pooled one waits for
 * the object store.
 * @param lock the advisory lock's number, the same in every version
 * @returns null if another process is running it
 */
export async function runAlone<Result>(
  address: DatabaseAddress,
  lock: number,
  run: (client: Client) => Promise<Result>,
): Promise<Result | null> {
  const client = new Client({ ...address, application_name: 'counterpart-sweeps', keepAlive: true });
  // A lock that is lost lets another process run it as well, which does no harm.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock]);
    return rows[0]?.got ? await run(client) : null;
  } finally {
    await client.end().catch(() => {});
  }
}
