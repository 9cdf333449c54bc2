import { sql } from 'kysely';
import { expect } from 'vitest';
import { settleEnvelopeKind } from '../../../server/queue/job-kinds.ts';
import type { TestServer } from '../support/test-server.ts';

/** Returns how many packets are being compared with DocuSign, or are about to be. */
export async function countSettling({ services }: TestServer): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job
    where name = ${settleEnvelopeKind.name} and state in ('created', 'retry', 'active')
  `.execute(services.db);
  return rows[0]?.n ?? 0;
}

/**
 * Drops the scheduled comparisons of earlier tests, which would meet this test's faults, and waits for those
 * in progress.
 */
export async function endSettling(server: TestServer): Promise<void> {
  const dropAndCount = async () => {
    await sql`
      delete from pgboss.job
      where name = ${settleEnvelopeKind.name} and state in ('created', 'retry') and start_after > now() + interval '1 second'
    `.execute(server.services.db);
    return countSettling(server);
  };
  // A comparison in progress may schedule another one.
  await expect.poll(dropAndCount, { timeout: 40_000 }).toBe(0);
}
