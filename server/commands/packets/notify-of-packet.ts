import { addNotification } from '../../store/account/notifications.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Notifies the interested participants of a packet's outcome. */
export async function notifyOfPacket(
  { tx, deal, now }: DealWrite,
  packet: RowOf<'packets'>,
  outcome: 'completed' | 'declined',
): Promise<void> {
  const { full_name: name } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const people = await tx
    .selectFrom('participants')
    .select('user_uuid')
    .where('transaction', '=', deal.uuid)
    .where('deleted', '=', false)
    .where('send_esigning_notifications', '=', true)
    .execute();
  const said =
    outcome === 'completed'
      ? ({
          level: 'success',
          notification_type: 'packet_completed',
          title: `${name} signed all pages for “${deal.name}”.`,
        } as const)
      : ({
          level: 'warning',
          notification_type: 'packet_declined',
          title: `${name} declined to sign for “${deal.name}”.`,
        } as const);
  for (const { user_uuid } of people)
    await addNotification(tx, { ...said, user_uuid, transaction: deal.uuid, document: null }, now);
}
