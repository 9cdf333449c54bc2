import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import type { Services } from '../../../services.ts';
import { changeRow, selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import { dealOfAnyRow } from '../../../store/deals/deal-of.ts';
import { writeAsServer, type DealWrite } from '../../../store/deals/deal-write.ts';
import { openCapacitySentences } from './capacity-sentences.ts';
import { freezeDocuments } from './packet-documents.ts';
import { isBound } from './printed-packets.ts';
import { assertUpToDate, SendingReads } from './sending-checks.ts';

type PacketRow = RowOf<'packets'>;

/**
 * Fixes what the pages of a packet are for before its PDF is handed out: the printed pages are signed for these versions, and
 * in these capacities. A packet that was emailed or printed before stays as it is.
 * @throws {Refusal} `invalid` if its pages would look different today
 */
export async function bindForPrinting(services: Services, packet: string): Promise<void> {
  await writeAsServer(
    services,
    'packets.print',
    (db) => dealOfAnyRow(db, 'packets', packet),
    async (scope) => {
      const row = await scope.tx
        .selectFrom('packets')
        .selectAll()
        .where('uuid', '=', packet)
        .where('status', '=', 'ready')
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!row || isBound(row)) return;
      await assertUpToDate(new SendingReads(scope), [row], 'download it');
      await bindPacket(scope, row);
    },
  );
}

/** Binds a packet to the current versions of its documents. A bound packet stays as it is. */
export async function bindPacket(scope: DealWrite, packet: PacketRow): Promise<void> {
  if (isBound(packet)) return;
  const { tx, deal, now } = scope;
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: packet.assignments });
  const capacityOf = await openCapacitySentences(scope);
  const capacities = Object.fromEntries(rows.map((row) => [row.uuid, capacityOf(row)]));
  // None of this is on the wire, so the packet keeps its version.
  await changeRow(tx, 'packets', packet.uuid, { printed_at: now, capacities: JSON.stringify(capacities) });
  await freezeDocuments(scope, packet.uuid);
}
