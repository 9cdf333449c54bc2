import type { PacketDetail, PacketPicture } from '../../../../contract/entities/signing/packet-detail.ts';
import type { Camelized } from '../../../codec.ts';
import { requestTo } from '../../../outbox/command.ts';
import type { CallOutcome, OnlineCall } from '../../account/online-calls.ts';

// With a network, packets are sent while the user waits: the signatory gets what everyone sees at that moment. Without one, see send-packets.ts.

/** The pages of a packet and what happened to it. It is kept nowhere on the device. */
export type PacketAnswer =
  | { outcome: 'done'; detail: Camelized<PacketDetail> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** The picture of a page of a packet. It is kept nowhere on the device. */
export type PacketPictureAnswer =
  | { outcome: 'done'; picture: Camelized<PacketPicture> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

function call(request: OnlineCall['request']): OnlineCall {
  return { request, changes: [] };
}

/** How packets are sent. */
interface Sending {
  message: string;
  /** The code that opens them; empty if none is needed. */
  accessCode: string;
  /** The last day on which their links work; empty for 60 days. */
  expiresOn: string;
  /** The rounds in which they go out, each once the one before is signed; null = all at once. */
  signingOrder: readonly (readonly string[])[] | null;
}

/** Emails packets to their signatories. */
export function sendPackets(
  packets: readonly string[],
  { message, accessCode, expiresOn, signingOrder }: Sending,
): OnlineCall {
  return call(
    requestTo('packets', 'bulkSend', {
      packets: [...packets],
      message,
      ...(accessCode !== '' && { access_code: accessCode }),
      // Always sent: otherwise, a queued packet would keep its own last day.
      expires_on: expiresOn === '' ? null : expiresOn,
      ...(signingOrder && { signing_order: signingOrder.map((round) => [...round]) }),
    }),
  );
}

/** Sets on which days before closing signatories are reminded automatically. */
export function setReminderDays(transaction: string, days: readonly number[]): OnlineCall {
  return call(requestTo('transactions', 'update', { id: transaction, reminder_days: [...days] }));
}

export function cancelPacket(packet: string, reason: string): OnlineCall {
  return call(requestTo('packets', 'cancel', { id: packet, reason }));
}

/** Returns the PDF of a packet. */
export function downloadPacket(packet: string): OnlineCall {
  return call(requestTo('packets', 'download', { id: packet }));
}

/** Accepts signatures. @param pages the returned pages with those on paper, as the user looked at them */
export function acceptSignatures(
  assignments: readonly string[],
  pages: readonly { uuid: string; version: number }[] = [],
): OnlineCall {
  const seen = pages.map(({ uuid, version }) => ({ uuid, version }));
  return call(requestTo('assignments', 'bulkAccept', { assignments: [...assignments], pages: seen }));
}

export function rejectSignatures(assignments: readonly string[], reason: string): OnlineCall {
  return call(requestTo('assignments', 'bulkReject', { assignments: [...assignments], reason }));
}
