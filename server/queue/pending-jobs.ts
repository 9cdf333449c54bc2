import { sql, type Transaction } from 'kysely';
import { failedName, type JobKind } from './job-queue.ts';

/** Returns the payloads of a kind's jobs that are waiting or running, or whose failure hasn't been handled yet. */
export async function pendingJobs<Payload extends object, Tables>(
  tx: Transaction<Tables>,
  kind: JobKind<Payload>,
): Promise<Payload[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name in (${kind.name}, ${failedName(kind)}) and state in ('created', 'retry', 'active')
  `.execute(tx);
  return rows.map(({ data }) => kind.payload.parse(data));
}
