import type { PacketCreation } from '../../../src/contract/entities/signing/packet.ts';
import { notFound } from '../../refusal.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';

/** Returns the progress of packets that were requested together. */
export async function readPacketCreation({ tx }: DealRead, { id }: { id: string }): Promise<PacketCreation> {
  return presentCreation(tx, id);
}

/** @throws {Refusal} `not_found` */
export async function presentCreation(tx: Tx, request: string): Promise<PacketCreation> {
  const rows = await tx
    .selectFrom('packets')
    .select(['uuid', 'signatory', 'status', 'num_pages', 'warnings', 'error_message'])
    .where('request', '=', request)
    .where('deleted_at', 'is', null)
    .orderBy('uuid')
    .execute();
  const known = await tx
    .selectFrom('packet_requests')
    .select('uuid')
    .where('uuid', '=', request)
    .executeTakeFirst();
  if (!known) throw notFound();
  const open = rows.filter(({ status }) => status === 'generating').length;
  const failed = rows.find(({ status }) => status === 'failed');
  return {
    uuid: request,
    status: failed ? 'failed' : open > 0 ? 'generating' : 'ready',
    progress: rows.length === 0 ? 1 : (rows.length - open) / rows.length,
    packets: rows.map(({ error_message: _, ...row }) => row),
    error_message: failed?.error_message ?? null,
  };
}
