import { isOut } from '../../../contract/rules/signing/packets/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { needsAction, packetState, type PacketState } from './packet-state.ts';
import { PACKET_STATE, SUPERSEDED } from './packets-copy.ts';

/** The status of a packet, or what keeps it there. */
export function PacketBadge({
  packet: { row, signatory, toAccept },
}: {
  packet: Pick<ShownPacket, 'row' | 'signatory' | 'toAccept'>;
}) {
  const state = packetState(row, signatory.email);
  return (
    <Badge tone={toneOf(state, row.status, toAccept.length)}>
      {row.supersededAt === null ? PACKET_STATE[state] : SUPERSEDED}
    </Badge>
  );
}

function toneOf(state: PacketState, status: ShownPacket['row']['status'], toAccept: number) {
  if (status === 'completed') return toAccept > 0 ? 'warning' : 'success';
  if (needsAction(state)) return 'warning';
  return isOut(status) ? 'info' : 'plain';
}
