import { isOut } from '../../../contract/rules/signing/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { packetTone } from './packet-tone.ts';
import { PACKETS, packetStatusInWords } from './packets-copy.ts';

/** The status of a packet. */
export function PacketBadge({ packet: { row, toAccept } }: { packet: ShownPacket }) {
  const { status, wrongPerson } = row;
  if (wrongPerson && isOut(status)) return <Badge tone="warning">{PACKETS.wrongPerson}</Badge>;
  return <Badge tone={packetTone(status, toAccept.length)}>{packetStatusInWords(row)}</Badge>;
}
