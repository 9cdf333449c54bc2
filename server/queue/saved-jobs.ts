import type { Client } from 'pg';
import * as z from 'zod';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import { openBoss, queueNames, type KindOfQueue } from './job-queue.ts';

/** A waiting or running job in a backup. It is stored by its request, because the format of pg-boss's rows changes. */
export const savedJobSchema = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  group: z.string().nullable(),
  priority: z.number().int(),
  start_after: z.string(),
});
export type SavedJob = z.infer<typeof savedJobSchema>;

/** The unfinished jobs, read in the client's transaction. */
export async function listPendingJobs(client: Client): Promise<SavedJob[]> {
  const { rows: found } = await client.query<{ name: string | null }>(
    `select to_regclass('pgboss.job') as name`,
  );
  if (found[0]?.name == null) return [];
  const { rows } = await client.query<SavedJob>(`
    select name, data, group_id as "group", priority, to_json(start_after)#>>'{}' as start_after
    from pgboss.job where state in ('created', 'retry', 'active') order by created_on`);
  return rows;
}

/** Enqueues the jobs in the client's transaction. Jobs of a kind that no longer exists are left out. */
export async function putBackJobs(
  address: DatabaseAddress,
  kinds: readonly KindOfQueue[],
  client: Client,
  jobs: readonly SavedJob[],
): Promise<void> {
  const boss = await openBoss(address, kinds);
  try {
    const known = new Set(queueNames(kinds));
    const executeSql = async (text: string, values?: unknown[]) => client.query(text, values);
    for (const { name, data, group, priority, start_after } of jobs) {
      if (!known.has(name)) continue;
      await boss.send(name, data, {
        db: { executeSql },
        priority,
        startAfter: new Date(start_after),
        ...(group !== null && { group: { id: group } }),
      });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
