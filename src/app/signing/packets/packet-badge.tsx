import { isOut } from '../../../contract/rules/signing/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { packetTone } from './packet-tone.ts';
import { PACKETS, packetStatusInWords } from './packets-copy.ts';

/** The status of a packet. One that only lacks its signatory's email address isn't ready to send. */
export function PacketBadge({
  packet,
}: {
  packet: Pick<ShownPacket, 'row' | 'signatory' | 'toAccept' | 'waitsFor'>;
}) {
  const { row, signatory, toAccept, waitsFor } = packet;
  const { status, wrongPerson } = row;
  if (status === 'ready' && row.needsPaper) return <Badge tone="plain">{PACKETS.needsPaper}</Badge>;
  if (status === 'ready' && signatory.email === '') return <Badge tone="warning">{PACKETS.needsEmail}</Badge>;
  if (status === 'ready' && waitsFor.length > 0) return <Badge tone="plain">{PACKETS.isWaiting}</Badge>;
  if (wrongPerson && isOut(status)) return <Badge tone="warning">{PACKETS.wrongPerson}</Badge>;
  return <Badge tone={packetTone(status, toAccept.length)}>{packetStatusInWords(row)}</Badge>;
}
