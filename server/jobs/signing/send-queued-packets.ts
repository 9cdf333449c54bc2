import { sql } from 'kysely';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { holdPackets } from '../../commands/packets/sending/hold-packets.ts';
import { COLLECT_MS, heldOrDue, sendDue } from '../../commands/packets/sending/send-if-due.ts';
import { log } from '../../log.ts';
import { isTemporary } from '../../postgres/database-error.ts';
import { sendQueuedKind } from '../../queue/job-kinds.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer, type DealWrite } from '../../store/deals/deal-write.ts';

const FAILED = 'An error kept it from going out. Send it now, or contact support if that doesn’t work.';

/** Starts the job that sends queued packets. */
export async function workOnQueuedPackets(services: Services): Promise<void> {
  await services.jobs.work(sendQueuedKind, {
    run: async ({ packet }) => {
      const deal = await dealOfAnyRow(services.db, 'packets', packet);
      if (deal !== null) await sendQueuedIn(services, deal);
    },
    failed: async ({ packet }, reason) => log.error({ packet, reason }, 'a packet could not be sent'),
  });
}

/**
 * Sends the packets whose turn has come, and holds those whose turn never will. No job checks a packet again after some time
 * has passed, or after a packet that it waited for is gone.
 */
export async function sendQueuedPackets(services: Services): Promise<void> {
  const collected = new Date(services.now().getTime() - COLLECT_MS).toISOString();
  const { rows } = await sql<{ deal: string }>`
    select distinct transaction as deal from packets
    where queued is not null and status = 'ready' and deleted_at is null
      and coalesce(queued->'again'->>'last_at', '') <= ${collected}
      and not exists (
        select from packets as before
        where queued->'after' ? before.uuid::text and before.transaction = packets.transaction
          and before.deleted_at is null and before.status not in ('completed', 'declined', 'cancelled', 'expired')
      )
  `.execute(services.db);
  for (const { deal } of rows)
    // A busy deal must not keep other deals' packets from being sent.
    await sendQueuedIn(services, deal).catch((error: unknown) =>
      log.error({ err: error, transaction: deal }, 'queued packets could not be sent'),
    );
}

/**
 * Sends what is due in a deal in one write. A packet that makes the write fail is held, so that it neither blocks the others
 * nor is retried forever.
 */
async function sendQueuedIn(services: Services, deal: string): Promise<void> {
  try {
    await write(services, deal, async (scope) => sendDue(scope));
  } catch (error) {
    if (isTemporary(error)) throw error;
    log.warn(
      { err: error, transaction: deal },
      'queued packets could not be sent together, so each is sent alone',
    );
    const due: string[] = [];
    await write(services, deal, async (scope) => {
      due.push(...(await heldOrDue(scope)).map(({ uuid }) => uuid));
    });
    for (const uuid of due) await sendOrHold(services, deal, uuid);
  }
}

async function sendOrHold(services: Services, deal: string, uuid: string): Promise<void> {
  try {
    await write(services, deal, async (scope) => sendDue(scope, [uuid]));
  } catch (error) {
    if (isTemporary(error)) throw error;
    log.error({ err: error, packet: uuid }, 'a packet could not be sent, and is held');
    await write(services, deal, async (scope) => {
      const rows = await selectRows(scope.tx, packetCollection, { deal, among: [uuid] });
      await holdPackets(
        scope,
        rows.filter(({ queued, status }) => queued !== null && status === 'ready'),
        error instanceof Refusal ? error.message : FAILED,
      );
    });
  }
}

async function write(
  services: Services,
  deal: string,
  work: (scope: DealWrite) => Promise<void>,
): Promise<void> {
  await writeAsServer(services, 'packets.send', async () => deal, work);
}
