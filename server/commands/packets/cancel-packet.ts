import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { Packet } from '../../../src/contract/entities/signing/packet.ts';
import {
  isAstray,
  isOut,
  isSentElsewhere,
  isUnsent,
} from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { readFlags } from '../../store/account/features.ts';
import { rowOf, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/packets/signing-events.ts';
import { endPacket } from './end-packet.ts';
import { assertMayDecide } from './packet-sender.ts';

/**
 * Cancels a packet. A canceled packet stays as it is.
 * @throws {Refusal} `not_allowed` if it has reached its signatory and the deal doesn't have CANCEL_ESIGN; `invalid` if it has ended
 */
export async function cancelPacket(
  scope: DealWrite,
  { id, reason }: { id: string; reason: string },
  by: SigningActor,
): Promise<Packet> {
  const { tx, deal } = scope;
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  if (packet.status !== 'cancelled') {
    if (!isUnsent(packet.status) && !isOut(packet.status))
      throw invalid('This packet has already ended, so it can’t be canceled.');
    if (isOut(packet.status)) assertMayDecide(scope, [packet], 'cancel it');
    const { flags } = await readFlags(tx, deal.uuid);
    const { email } = await rowOf(tx, signatoryCollection, deal.uuid, packet.signatory);
    if (isOut(packet.status) && !flags.CANCEL_ESIGN.is_active && !hasGoneAstray(packet, email))
      throw new Refusal(
        'not_allowed',
        'In this transaction, packets can’t be canceled after they’re sent. Ask your Counterpart operator to allow it.',
      );
    await endPacket(scope, packet, { status: 'cancelled', cancelled_reason: reason });
    if (isOut(packet.status))
      await appendSigningEvent(scope, id, {
        kind: 'cancelled',
        by,
        details: { reason, ...addressesOf(packet, email) },
      });
  }
  return readRow(tx, 'packets', deal.uuid, id);
}

/**
 * The address that the packet was sent to, and the signatory's current one if it differs. After a correction of the address,
 * anyone can cancel the packet.
 */
function addressesOf({ sent_to: sentTo }: RowOf<'packets'>, email: string) {
  return isSentElsewhere(sentTo, email) ? { sent_to: sentTo, address: email } : {};
}

function hasGoneAstray(packet: RowOf<'packets'>, email: string): boolean {
  const { status, sent_to: sentTo, guessed_at: guessedAt } = packet;
  const mailProblem = packet.mail_problem ?? packet.service_problem;
  const isUnopened = packet.access_code_hash !== null && packet.viewed_at === null;
  const isWrongPerson = packet.wrong_person !== null;
  return isAstray({ status, isWrongPerson, mailProblem, sentTo, email, isUnopened, guessedAt });
}
