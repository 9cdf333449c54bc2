import { requestTo } from '../../outbox/command.ts';
import { newUuid } from '../../uuid.ts';
import type { OnlineCall } from '../account/online-calls.ts';

// The server makes and sends packets while the user waits: the signatory must get what everyone sees at that moment.

function call(request: OnlineCall['request']): OnlineCall {
  return { request, changes: [] };
}

/** Makes a packet for each of these people and entities. */
export function createPackets(transaction: string, signatories: readonly string[]): OnlineCall {
  return call(
    requestTo('packets', 'create', { uuid: newUuid(), transaction, signatories: [...signatories] }),
  );
}

/** Emails packets to their signatories. */
export function sendPackets(packets: readonly string[], message: string): OnlineCall {
  return call(requestTo('packets', 'bulkSend', { packets: [...packets], message }));
}

export function cancelPacket(packet: string, reason: string): OnlineCall {
  return call(requestTo('packets', 'cancel', { id: packet, reason }));
}

/** Returns the PDF of a packet. */
export function downloadPacket(packet: string): OnlineCall {
  return call(requestTo('packets', 'download', { id: packet }));
}

/** Emails a signatory a new link to documents that are out for signature. */
export function remindSignatory(signatory: string): OnlineCall {
  return call(requestTo('signatories', 'sendReminder', { id: signatory }));
}

export function acceptSignatures(assignments: readonly string[]): OnlineCall {
  return call(requestTo('assignments', 'bulkAccept', { assignments: [...assignments] }));
}

export function rejectSignatures(assignments: readonly string[], reason: string): OnlineCall {
  return call(requestTo('assignments', 'bulkReject', { assignments: [...assignments], reason }));
}
