import { sql } from 'kysely';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Sets signatures that are no longer in a packet back to `assigned`, because their packet has ended, failed, or was deleted.
 * Deleted signatures are included, so that restored ones aren't in a packet either.
 */
export async function clearInPacket(scope: DealWrite): Promise<void> {
  const { tx, deal, stamp } = scope;
  const { rows } = await sql<{ uuid: string; deleted_at: Date | null }>`
    update assignments as signature
    set status = 'assigned', version = ${stamp.version}, modified_at = ${stamp.modified_at},
      modified_by = ${stamp.modified_by}
    where transaction = ${deal.uuid} and status = 'in_packet' and not exists (
      select from packets
      where transaction = ${deal.uuid} and deleted_at is null and status in ('draft', 'generating', 'ready')
        and signature.uuid = any(assignments)
    )
    returning uuid, deleted_at
  `.execute(tx);
  for (const { uuid, deleted_at } of rows)
    if (deleted_at === null) scope.put('assignments', uuid, { fields: ['status'] });
}
