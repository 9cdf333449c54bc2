import { sql } from 'kysely';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import type { Services } from '../../services.ts';
import { markReturned } from '../../store/account/mails.ts';
import { changeRow, selectRows } from '../../store/deals/collection-rows.ts';
import { dealOfAnyRow } from '../../store/deals/deal-of.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import { appendSigningEvent, BY_SERVER } from '../../store/deals/packets/signing-events.ts';
import { restoreReplacedLink } from '../../store/deals/packets/signing-links.ts';
import { notifyOfPacket } from './notify-of-packet.ts';

/**
 * Records on packets that the email with their links couldn't be delivered, unless a newer one has been sent.
 * @param returned why it came back after it was sent; null = it couldn't be sent, as its row says
 */
export async function noteUndelivered(
  services: Services,
  mail: string,
  returned: string | null = null,
): Promise<void> {
  const { db } = services;
  const failed = await db
    .selectFrom('mails')
    .select(['packets', 'error', 'created_at', 'to_address', 'failed_at'])
    .where('uuid', '=', mail)
    .executeTakeFirst();
  if (!failed || failed.packets.length === 0) return;
  if (returned === null && failed.failed_at === null) return;
  const { packets: uuids, to_address: to } = failed;
  const reason = returned ?? failed.error ?? '';
  await writeAsServer(
    services,
    'packets.undelivered',
    // The packets of one email are in one deal.
    (tx) => dealOfAnyRow(tx, 'packets', uuids[0] ?? ''),
    async (scope) => {
      // The same bounce may come several times.
      if (returned !== null && !(await markReturned(scope.tx, mail, { reason, now: scope.now }))) return;
      for (const packet of await selectRows(scope.tx, packetCollection, {
        deal: scope.deal.uuid,
        among: uuids,
      })) {
        if (!isOut(packet.status)) continue;
        const { uuid } = packet;
        const newer = await scope.tx
          .selectFrom('mails')
          .select('uuid')
          .where(sql<boolean>`packets @> ${[uuid]}::uuid[]`)
          .where('created_at', '>', failed.created_at)
          .executeTakeFirst();
        if (newer) continue;
        await restoreReplacedLink(scope.tx, uuid);
        await changeRow(scope.tx, 'packets', uuid, { mail_problem: reason, ...scope.stamp });
        scope.put('packets', uuid, { fields: ['mail_problem'] });
        await appendSigningEvent(scope, uuid, {
          kind: 'undelivered',
          by: BY_SERVER,
          details: { to, reason },
        });
        await notifyOfPacket(scope, packet, 'undelivered');
      }
    },
  );
}
