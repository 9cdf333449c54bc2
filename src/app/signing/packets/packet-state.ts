import type { AssignmentStatus } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import {
  isForPaper,
  isOut,
  isVoid,
  type PacketStatus,
} from '../../../contract/rules/signing/packets/packet-status.ts';
import type { CollectionRow } from '../../../db/rows.ts';

/** The status of a packet, what holds it up, or why none of its signatures count. */
export type PacketState =
  | PacketStatus
  | 'needs_paper'
  | 'needs_email'
  | 'waiting'
  | 'held'
  | 'wrong_person'
  | 'undelivered'
  | 'rejected'
  | 'superseded';

type Row = Pick<
  CollectionRow<'packets'>,
  | 'status'
  | 'supersededAt'
  | 'queued'
  | 'needsPaper'
  | 'heldReason'
  | 'wrongPerson'
  | 'mailProblem'
  | 'serviceProblem'
>;

/**
 * Returns the state of a packet.
 * @param email the signatory's address
 * @param statuses the statuses of its signatures
 */
export function packetState(row: Row, email: string, statuses: readonly AssignmentStatus[]): PacketState {
  const { status } = row;
  if (row.supersededAt !== null) return 'superseded';
  if (isVoid(status, statuses)) return statuses.includes('rejected') ? 'rejected' : 'superseded';
  if (isForPaper(row)) return 'needs_paper';
  if (status === 'ready' && email === '') return 'needs_email';
  if (row.queued !== null && (status === 'ready' || status === 'generating')) return 'waiting';
  if (status === 'ready' && row.heldReason) return 'held';
  if (isOut(status) && row.wrongPerson) return 'wrong_person';
  if (isOut(status) && (row.mailProblem || row.serviceProblem)) return 'undelivered';
  return status;
}

const NEEDS_ACTION: ReadonlySet<PacketState> = new Set([
  'needs_email',
  'held',
  'wrong_person',
  'undelivered',
  'declined',
  'expired',
  'failed',
]);

/** Returns whether the team must do something about a packet, because it can't reach its signatory or wasn't signed. */
export function needsAction(state: PacketState): boolean {
  return NEEDS_ACTION.has(state);
}
