import { isOut, type PacketStatus } from '../../../contract/rules/signing/packet-status.ts';

/** Returns the tone of a packet's badge. @param toAccept signatures that wait to be accepted */
export function packetTone(status: PacketStatus, toAccept: number): 'plain' | 'info' | 'success' | 'warning' {
  if (status === 'completed') return toAccept > 0 ? 'warning' : 'success';
  if (status === 'declined' || status === 'failed' || status === 'expired') return 'warning';
  return isOut(status) ? 'info' : 'plain';
}
