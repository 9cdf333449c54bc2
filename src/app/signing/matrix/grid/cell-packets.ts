import { isOut } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MatrixRows, PacketOf } from '../../../../db/queries/signing/assignments/matrix-rows.ts';
import { needsAction, packetState } from '../../packets/packet-state.ts';
import { PACKET_STATE } from '../../packets/packets-copy.ts';
import type { MatrixCell } from './cells.ts';

/** The packet of a cell. */
export interface CellPacket {
  uuid: string;
  /** How far it is; null if the status of the signature says that. */
  words: string | null;
  /** Whether the team has to do something about it. */
  needsAction: boolean;
}

/** Returns the packet of a cell's least advanced signature; null if it is in none. */
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
    // Once it was sent, the signature has a status of its own. A canceled packet leaves no trace.
    const isTelling = status === 'in_packet' || (isUrgent && (status === 'assigned' || isOut(status)));
    if (status === 'assigned' && !isTelling) return null;
    return {
      uuid: row.uuid,
      words: isTelling ? PACKET_STATE[state] : null,
      needsAction: isTelling && isUrgent,
    };
  };
}
