import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseAddress } from './open-database.ts';

/** How long a database that accepts connections may take to answer, ms. */
const ANSWER_MS = 10_000;

/**
 * Runs something in one process at a time. An advisory lock decides which one. A dedicated connection holds the lock, so that no pooled
 * connection waits for the object store.
 * @param lock the advisory lock's number, the same in every version
 * @returns the result of `run`, or null if another process holds the lock
 */
export async function runAlone<Result>(
  address: DatabaseAddress,
  lock: number,
  run: (client: Client) => Promise<Result>,
): Promise<Result | null> {
  const client = new Client({
    ...address,
    application_name: 'counterpart-sweeps',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // If the lock is lost, another process can run it at the same time, so `run` must tolerate that.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lock]);
    return rows[0]?.got ? await run(client) : null;
  } finally {
    await Promise.race([client.end().catch(() => {}), pause(ANSWER_MS, undefined, { ref: false })]);
  }
}
