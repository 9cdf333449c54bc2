import { addNotification } from '../../store/account/notifications.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** An event that needs the team's attention. notify-of-progress.ts handles the other events. */
type Outcome =
  | 'delegated'
  | 'expired'
  | 'undelivered'
  /** DocuSign refuses the packet, is unavailable, or returned an unusable file. */
  | 'held'
  /** Its envelope was voided at DocuSign. */
  | 'voided'
  /** It was signed at DocuSign after it had ended here. */
  | 'late'
  /** It has ended here, and its envelope can't be voided. */
  | 'open_there'
  /** Wrong codes for a new device were entered repeatedly. */
  | 'guessed';

const SAID: Readonly<
  Record<Outcome, { level: 'success' | 'warning'; title: (name: string, deal: string) => string }>
> = {
  delegated: {
    level: 'warning',
    title: (name, deal) => `${name} says that someone else should sign the pages for “${deal}”.`,
  },
  undelivered: {
    level: 'warning',
    title: (name, deal) => `The email with the pages to sign for “${deal}” couldn’t be delivered to ${name}.`,
  },
  held: {
    level: 'warning',
    title: (name, deal) => `${name}’s packet for “${deal}” is stuck at DocuSign. Open it to see why.`,
  },
  voided: {
    level: 'warning',
    title: (name, deal) =>
      `${name}’s envelope for “${deal}” was voided in DocuSign, so the packet is canceled.`,
  },
  late: {
    level: 'warning',
    title: (name, deal) =>
      `${name} signed for “${deal}” in DocuSign after the packet had ended. Those signatures don’t count.`,
  },
  open_there: {
    level: 'warning',
    title: (name, deal) =>
      `${name}’s packet for “${deal}” has ended, but its envelope couldn’t be voided and may still be open in DocuSign. Void it there.`,
  },
  guessed: {
    level: 'warning',
    title: (name, deal) =>
      `Someone keeps entering incorrect codes to open ${name}’s pages for “${deal}” on a new device. Ask ${name} whether it’s them. If it isn’t, cancel the packet and send a new one.`,
  },
  expired: { level: 'warning', title: (name, deal) => `${name} didn’t sign for “${deal}” in time.` },
};

const KINDS = {
  delegated: 'delegated',
  expired: 'expired',
  undelivered: 'undelivered',
  held: 'held',
  voided: 'held',
  late: 'held',
  open_there: 'held',
  guessed: 'held',
} as const satisfies Record<Outcome, string>;

/** Notifies the person who sent a packet, and the interested participants, of its outcome. */
export async function notifyOfPacket(
  { tx, deal, now }: DealWrite,
  packet: RowOf<'packets'>,
  outcome: Outcome,
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
    .where((is) =>
      is.or([
        is('send_esigning_notifications', '=', true),
        // The person who sent it is waiting for a response that can't come.
        is('user_uuid', '=', packet.sent_by),
      ]),
    )
    .execute();
  const { level, title } = SAID[outcome];
  const kind = KINDS[outcome];
  const said = { level, notification_type: `packet_${kind}`, title: title(name, deal.name) } as const;
  for (const { user_uuid } of people)
    await addNotification(tx, { ...said, user_uuid, transaction: deal.uuid, document: null }, now);
}
