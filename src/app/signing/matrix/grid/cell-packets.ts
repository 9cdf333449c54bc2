import { isOut } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MatrixRows, PacketOf } from '../../../../db/queries/signing/assignments/matrix-rows.ts';
import { needsAction, packetState } from '../../packets/packet-state.ts';
import { PACKET_STATE } from '../../packets/packets-copy.ts';
import type { MatrixCell } from './cells.ts';

export interface CellPacket {
  uuid: string;
  /** The status of the packet; null if the status of the signature already says it. */
  words: string | null;
  /** Whether the team must do something about the packet. */
  needsAction: boolean;
}

/** Returns the packet of a cell's least advanced signature; null if that signature is in no packet. */
export type ReadPacket = (cell: MatrixCell | undefined) => CellPacket | null;

export function packetReader(packets: PacketOf, signatories: MatrixRows['signatories']): ReadPacket {
  return (cell) => {
    const assignment = cell?.assignments.find(({ status }) => status === cell.state);
    const row = assignment && packets.get(assignment.uuid);
    if (!row) return null;
    // The cell itself shows whether the signature counts.
    const state = packetState(row, signatories.get(row.signatory)?.email ?? '', []);
    const isUrgent = needsAction(state);
    const { status } = assignment;
    // Once sent, the signature has its own status. A canceled packet isn't shown.
    const isTelling = status === 'in_packet' || (isUrgent && (status === 'assigned' || isOut(status)));
    if (status === 'assigned' && !isTelling) return null;
    return {
      uuid: row.uuid,
      words: isTelling ? PACKET_STATE[state] : null,
      needsAction: isTelling && isUrgent,
    };
  };
}
