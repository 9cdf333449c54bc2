import { sql } from 'kysely';
import { COLLECT_MS, sendIfDue } from '../commands/packets/send-if-due.ts';
import { log } from '../log.ts';
import { sendQueuedKind } from '../queue/job-kinds.ts';
import type { Services } from '../services.ts';
import { dealOfAnyRow } from '../store/deals/deal-of.ts';
import { writeAsServer } from '../store/deals/deal-write.ts';

/** Starts sending queued packets. */
export async function workOnQueuedPackets(services: Services): Promise<void> {
  await services.jobs.work(sendQueuedKind, {
    run: async ({ packet }) => sendQueued(services, packet),
    failed: async ({ packet }, reason) => log.error({ packet, reason }, 'a packet could not be sent'),
  });
}

/**
 * Sends the packets whose turn has come, and holds those for which it never will: after a while has passed, or a packet that they waited for is
 * gone, no job looks at them.
 */
export async function sendQueuedPackets(services: Services): Promise<void> {
  const collected = new Date(services.now().getTime() - COLLECT_MS).toISOString();
  const { rows } = await sql<{ uuid: string }>`
    select uuid from packets
    where queued is not null and status = 'ready' and deleted_at is null
      and coalesce(queued->'again'->>'last_at', '') <= ${collected}
      and not exists (
        select from packets as before
        where queued->'after' ? before.uuid::text and before.transaction = packets.transaction
          and before.deleted_at is null and before.status not in ('completed', 'declined', 'cancelled', 'expired')
      )
  `.execute(services.db);
  for (const { uuid } of rows)
    // A deal that is busy or broken must not keep the packets of others from being sent.
    await sendQueued(services, uuid).catch((error: unknown) =>
      log.error({ err: error, packet: uuid }, 'a packet could not be sent'),
    );
}

async function sendQueued(services: Services, uuid: string): Promise<void> {
  await writeAsServer(
    services,
    'packets.send',
    (tx) => dealOfAnyRow(tx, 'packets', uuid),
    async (scope) => sendIfDue(scope, uuid),
  );
}
