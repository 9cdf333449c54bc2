import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import type { Services } from '../../services.ts';
import { changeRow, selectRows } from '../../store/deals/collection-rows.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { appendSigningEvent, BY_SERVER } from '../../store/deals/packets/signing-events.ts';
import { notifyOfPacket } from './notify-of-packet.ts';

/** Has a packet show that an email with its link couldn't be delivered, unless a newer one has been sent. */
export async function noteUndelivered(services: Services, mail: string): Promise<void> {
  const failed = await services.db
    .selectFrom('mails')
    .innerJoin('packets', 'packets.uuid', 'mails.packet')
    .select(['packets.uuid', 'packets.transaction', 'mails.error', 'mails.created_at'])
    .select('mails.to_address as to')
    .where('mails.uuid', '=', mail)
    .where('mails.failed_at', 'is not', null)
    .executeTakeFirst();
  if (!failed) return;
  const { uuid, transaction, to } = failed;
  const reason = failed.error ?? '';
  await writeAsServer(
    services,
    'packets.undelivered',
    async () => transaction,
    async (scope) => {
      const [packet] = await selectRows(scope.tx, packetCollection, { deal: transaction, among: [uuid] });
      if (!packet || !isOut(packet.status)) return;
      const newer = await scope.tx
        .selectFrom('mails')
        .select('uuid')
        .where('packet', '=', uuid)
        .where('created_at', '>', failed.created_at)
        .executeTakeFirst();
      if (newer) return;
      await changeRow(scope.tx, 'packets', uuid, { mail_problem: reason, ...scope.stamp });
      scope.put('packets', uuid, { fields: ['mail_problem'] });
      await appendSigningEvent(scope, uuid, { kind: 'undelivered', by: BY_SERVER, details: { to, reason } });
      await notifyOfPacket(scope, packet, 'undelivered');
    },
  );
}
