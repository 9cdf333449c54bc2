import type { AssignmentStatus } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import {
  isForPaper,
  isOut,
  isUnsent,
  isVoid,
} from '../../../contract/rules/signing/packets/packet-status.ts';
import type { CollectionRow } from '../../../db/rows.ts';

const DAY_MS = 86_400_000;

/** The groups of a deal's packets, most urgent for the team first. */
export const PACKET_GROUPS = [
  'to_review',
  'wrong_person',
  'to_send',
  'on_paper',
  'waiting',
  'out',
  'done',
  'ended',
] as const;
export type PacketGroup = (typeof PACKET_GROUPS)[number];

type Row = Pick<CollectionRow<'packets'>, 'status' | 'needsPaper' | 'queued' | 'wrongPerson'>;

/**
 * Returns the group of a packet.
 * @param toAccept how many signatures await acceptance
 * @param statuses the statuses of its signatures
 */
export function groupOfPacket(
  row: Row,
  toAccept: number,
  statuses: readonly AssignmentStatus[],
): PacketGroup {
  const { status } = row;
  if (toAccept > 0) return 'to_review';
  if (row.wrongPerson && isOut(status)) return 'wrong_person';
  if (isForPaper(row)) return 'on_paper';
  if (row.queued !== null && isUnsent(status) && status !== 'failed') return 'waiting';
  if (isUnsent(status)) return 'to_send';
  if (isOut(status)) return 'out';
  return status === 'completed' && !isVoid(status, statuses) ? 'done' : 'ended';
}

/** Returns the number of whole days that a packet has been out. */
export function daysOut(sentAt: string, now: Date = new Date()): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(sentAt)) / DAY_MS));
}
