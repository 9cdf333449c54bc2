import { sql } from 'kysely';
import { notFound } from '../../refusal.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

/**
 * Reads the source of an assignment's page, as it is in the newest packet, without signatures.
 * @throws {Refusal} `not_found` if it was never in a packet
 */
export async function readBlankSheet({ tx, deal }: DealRead, { id }: { id: string }) {
  const page = await tx
    .selectFrom('packet_pages as page')
    .innerJoin('packets as packet', 'packet.uuid', 'page.packet')
    .select(['page.uuid', 'page.sheet'])
    .where('page.transaction', '=', deal.uuid)
    .where('page.kind', '=', 'signature')
    .where(sql<boolean>`${id}::uuid = any(page.assignments)`)
    .orderBy('packet.created_at', 'desc')
    .orderBy('page.order')
    .limit(1)
    .executeTakeFirst();
  if (!page) throw notFound('A page without signatures');
  return { ...page, signed: null };
}
