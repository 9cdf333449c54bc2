import { v7 } from 'uuid';
import { packetCollection } from '../../../../src/contract/collections/packets.ts';
import { isOut } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import { accountById } from '../../../store/account/users.ts';
import { changeRow, changeRows, selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import { withoutOpenEnvelope } from '../../../store/deals/packets/docusign-envelopes.ts';
import { appendSigningEvent, BY_SERVER } from '../../../store/deals/packets/signing-events.ts';
import { notifyOfPacket } from '../notify-of-packet.ts';
import { postSigningRequest } from './post-signing-request.ts';

type PacketRow = RowOf<'packets'>;

/** Has the one email of these sent packets wait until DocuSign has the pages that are signed there. */
export async function holdEmail({ tx }: DealWrite, packets: readonly PacketRow[]): Promise<void> {
  await setWaiting(tx, packets, v7());
}

/**
 * Emails the links that wait together with this packet's, once DocuSign has the pages of all of them. If DocuSign has a problem with one
 * of them, or it has ended, the others don't wait for it.
 */
export async function postWaitingEmail(
  scope: DealWrite,
  { waiting_email: email }: Pick<PacketRow, 'waiting_email'>,
): Promise<void> {
  if (email === null) return;
  const { tx, deal, now } = scope;
  const together = await selectRows(tx, packetCollection, {
    deal: deal.uuid,
    naming: { field: 'waiting_email', rows: [email] },
  });
  const missing = await withoutOpenEnvelope(
    tx,
    together.map((packet) => packet.uuid),
  );
  const isMissing = (packet: PacketRow) => isOut(packet.status) && missing.has(packet.uuid);
  if (together.some((packet) => isMissing(packet) && packet.service_problem === null)) return;
  const isExpired = ({ expires_at: end }: PacketRow) => end !== null && end <= now;
  // The link of a packet that came back on paper is emailed if the packet is reopened.
  const settled = together.filter(
    (packet) => isOut(packet.status) && !isExpired(packet) && !isMissing(packet),
  );
  await setWaiting(tx, settled, null);
  const [first, ...others] = settled;
  if (!first) return;
  const sender = first.sent_by === null ? undefined : await accountById(tx, first.sent_by);
  if (sender) await postSigningRequest(scope, [first, ...others], sender);
  else for (const packet of [first, ...others]) await noteNoEmail(scope, packet);
}

async function setWaiting(
  tx: DealWrite['tx'],
  packets: readonly PacketRow[],
  waiting_email: string | null,
): Promise<void> {
  await changeRows(
    tx,
    'packets',
    packets.map(({ uuid }) => uuid),
    { waiting_email },
  );
}

/** Shows that no email went out, because its sender no longer has an account. A reminder, which anyone from the firm can send, emails the link. */
async function noteNoEmail(scope: DealWrite, packet: PacketRow): Promise<void> {
  const { tx, stamp } = scope;
  await changeRow(tx, 'packets', packet.uuid, { mail_problem: NO_SENDER, ...stamp });
  scope.put('packets', packet.uuid, { fields: ['mail_problem'] });
  const details = { to: packet.sent_to ?? '', reason: NO_SENDER };
  await appendSigningEvent(scope, packet.uuid, { kind: 'undelivered', by: BY_SERVER, details });
  await notifyOfPacket(scope, packet, 'undelivered');
}

const NO_SENDER = 'The person who sent it no longer has an account. Send a reminder to email the link.';
