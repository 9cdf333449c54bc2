import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isUnsent } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { changeRows, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Deletes packets. Their signatures stay `in_packet` until `clearInPacket`. */
export async function deletePackets(scope: DealWrite, uuids: readonly string[]): Promise<void> {
  const { tx, now, actor, stamp } = scope;
  await changeRows(tx, 'packets', uuids, { deleted_at: now, deleted_by: actor, ...stamp });
  for (const uuid of uuids) scope.remove('packets', uuid);
}

/**
 * Deletes the unsent packets that this write has restored with their signatories. Some of their pages may be in another
 * packet by now, and nobody expects them to go out.
 */
export async function deleteRestoredPackets(scope: DealWrite): Promise<void> {
  const packets = await selectRows(scope.tx, packetCollection, { deal: scope.deal.uuid });
  const restored = packets.filter(({ version, status }) => version === scope.version && isUnsent(status));
  await deletePackets(
    scope,
    restored.map(({ uuid }) => uuid),
  );
}
