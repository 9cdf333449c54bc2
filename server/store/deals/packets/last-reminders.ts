import type { Tx } from '../../tables.ts';

/** Returns, by packet, when its signatory was last reminded of it. */
export async function lastReminders(tx: Tx, packets: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (packets.length === 0) return new Map();
  const rows = await tx
    .selectFrom('signing_events')
    .select(['packet', (at) => at.fn.max('at').as('at')])
    .where('packet', 'in', packets)
    .where('kind', '=', 'reminded')
    .groupBy('packet')
    .execute();
  return new Map(rows.map(({ packet, at }) => [packet, at]));
}
