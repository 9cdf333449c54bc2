import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { endPacket } from '../../commands/packets/end-packet.ts';
import { notifyOfPacket } from '../../commands/packets/notify-of-packet.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { settleNow } from '../../store/deals/packets/docusign-envelopes.ts';
import { appendSigningEvent, BY_SERVER } from '../../store/deals/packets/signing-events.ts';

/**
 * Ends the packets whose links have expired, so that their pages can go into new ones. A packet in DocuSign may have been
 * signed in time even if the message about it was lost, so it ends only after DocuSign was asked.
 */
export async function expirePackets(services: Services): Promise<void> {
  const expired = await services.db
    .selectFrom('packets')
    .select(['uuid', 'transaction', 'esigning_service'])
    .where('status', 'in', ['sent', 'viewed', 'partially_signed'])
    .where('deleted_at', 'is', null)
    .where('expires_at', '<=', services.now())
    .execute();
  for (const packet of expired)
    // A busy or broken deal must not keep the packets of other deals from ending.
    await (
      services.docusign && packet.esigning_service === 'docusign'
        ? settleNow(services, packet.uuid)
        : expirePacket(services, packet)
    ).catch((error: unknown) =>
      log.error({ err: error, packet: packet.uuid }, 'a packet could not be ended'),
    );
}

/** Ends a packet whose link has expired, unless it has ended in the meantime. */
export async function expirePacket(
  services: Services,
  { uuid, transaction }: { uuid: string; transaction: string },
): Promise<void> {
  await writeAsServer(
    services,
    'packets.expire',
    async () => transaction,
    async (scope) => {
      const [packet] = await selectRows(scope.tx, packetCollection, { deal: transaction, among: [uuid] });
      if (!packet || !isOut(packet.status)) return;
      await endPacket(scope, packet, { status: 'expired' });
      await appendSigningEvent(scope, uuid, { kind: 'expired', by: BY_SERVER });
      await notifyOfPacket(scope, packet, 'expired');
    },
  );
}
