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

/** Drops the later comparisons of earlier tests, which would meet the faults of this one, and waits for those under way. */
export async function endSettling(server: TestServer): Promise<void> {
  const dropAndCount = async () => {
    await sql`
      delete from pgboss.job
      where name = ${settleEnvelopeKind.name} and state in ('created', 'retry') and start_after > now() + interval '1 second'
    `.execute(server.services.db);
    return countSettling(server);
  };
  // One that is under way may have another one follow.
  await expect.poll(dropAndCount, { timeout: 40_000 }).toBe(0);
}
