import type { PacketDetail, PacketPicture } from '../../../../contract/entities/signing/packet-detail.ts';
import type { Camelized } from '../../../codec.ts';
import { requestTo } from '../../../outbox/command.ts';
import type { CallOutcome, OnlineCall } from '../../account/online-calls.ts';

// Online, packets are sent while the user waits, so that the signatory gets what everyone sees at that moment. For sending
// offline, see send-packets.ts.

/** The pages and the history of a packet. It is never stored on the device. */
export type PacketAnswer =
  | { outcome: 'done'; detail: Camelized<PacketDetail> }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** The picture of a packet's page. It is never stored on the device. */
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
  /** The rounds in which they are sent, each once the previous one is signed; null = all at once. */
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
      // It is always sent, because otherwise a queued packet would keep its own last day.
      expires_on: expiresOn === '' ? null : expiresOn,
      ...(signingOrder && { signing_order: signingOrder.map((round) => [...round]) }),
    }),
  );
}

/** Sets the days before closing on which signatories are reminded automatically. */
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

/** Accepts signatures. @param pages the returned pages with the signatures on paper, as the user looked at them */
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
