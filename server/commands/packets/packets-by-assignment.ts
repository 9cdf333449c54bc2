import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isOut, isUnsent } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import type { InPacket } from '../../present/present-signing-in-full.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { Tx } from '../../store/tables.ts';

/** Returns the packet of each assignment of a deal. Packets that ended without signatures don't count. */
export async function packetsByAssignment(
  tx: Tx,
  deal: string,
): Promise<(assignment: string) => InPacket | undefined> {
  const packets = await selectRows(tx, packetCollection, { deal });
  const pages = await tx
    .selectFrom('packet_pages')
    .select(['packet', 'order', 'assignments'])
    .where('transaction', '=', deal)
    .orderBy('order', 'desc')
    .execute();
  const places = new Map(
    pages.flatMap(({ packet, order, assignments }) =>
      assignments.map((uuid) => [`${packet} ${uuid}`, order + 1] as const),
    ),
  );
  const found = new Map<string, InPacket>();
  for (const { uuid, status, assignments } of packets) {
    if (!isUnsent(status) && !isOut(status) && status !== 'completed') continue;
    for (const each of assignments)
      found.set(each, {
        packet: uuid,
        packet_page: places.get(`${uuid} ${each}`) ?? null,
        packet_status: status,
      });
  }
  return (assignment) => found.get(assignment);
}
