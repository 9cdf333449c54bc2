import { isOut } from '../../../contract/rules/signing/packets/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { needsAction, packetState, type PacketState } from './packet-state.ts';
import { PACKET_STATE } from './packets-copy.ts';

/** The status of a packet, or what holds it up. */
export function PacketBadge({
  packet: { row, signatory, toAccept, statuses },
}: {
  packet: Pick<ShownPacket, 'row' | 'signatory' | 'toAccept' | 'statuses'>;
}) {
  const state = packetState(row, signatory.email, statuses);
  return <Badge tone={toneOf(state, row.status, toAccept.length)}>{PACKET_STATE[state]}</Badge>;
}

function toneOf(state: PacketState, status: ShownPacket['row']['status'], toAccept: number) {
  if (state === 'completed') return toAccept > 0 ? 'warning' : 'success';
  if (needsAction(state)) return 'warning';
  return isOut(status) ? 'info' : 'plain';
}
