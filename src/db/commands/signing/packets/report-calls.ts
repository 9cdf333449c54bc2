import { requestTo } from '../../../outbox/command.ts';
import type { OnlineCall } from '../../account/online-calls.ts';

// Reports about the signatures of a deal. The server writes them, because it has the dates of the packets.

/** Requests a spreadsheet of all signatures of a deal with their dates. */
export function downloadSigningStatus(transaction: string): OnlineCall {
  return { request: requestTo('reports', 'signingStatus', { id: transaction }), changes: [] };
}

/** Requests a list of the required signatures of a deal. */
export function downloadManifest(transaction: string, format: 'csv' | 'pdf'): OnlineCall {
  return { request: requestTo('reports', 'signatureManifest', { id: transaction, format }), changes: [] };
}
