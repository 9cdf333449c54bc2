import type { AssignmentStatus } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import {
  isOut,
  isUnsent,
  isVoid,
  type PacketStatus,
} from '../../../contract/rules/signing/packets/packet-status.ts';

const DAY_MS = 86_400_000;

/** The groups of a deal's packets, in the order in which they need the team. */
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

/**
 * Returns the group of a packet.
 * @param toAccept signatures that wait to be accepted
 * @param isWrongPerson whether its signatory said that it isn't for them
 * @param needsPaper whether it can't be sent for signing in the room
 * @param isQueued whether it is sent automatically
 * @param statuses those of its signatures
 */
export function groupOfPacket(
  status: PacketStatus,
  toAccept: number,
  {
    isWrongPerson = false,
    needsPaper = false,
    isQueued = false,
    statuses = [],
  }: {
    isWrongPerson?: boolean;
    needsPaper?: boolean;
    isQueued?: boolean;
    statuses?: readonly AssignmentStatus[];
  } = {},
): PacketGroup {
  if (toAccept > 0) return 'to_review';
  if (isWrongPerson && isOut(status)) return 'wrong_person';
  if (status === 'ready' && needsPaper) return 'on_paper';
  if (isQueued && isUnsent(status) && status !== 'failed') return 'waiting';
  if (isUnsent(status)) return 'to_send';
  if (isOut(status)) return 'out';
  return status === 'completed' && !isVoid(status, statuses) ? 'done' : 'ended';
}

/** Returns for how many whole days a packet has been out. */
export function daysOut(sentAt: string, now: Date = new Date()): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(sentAt)) / DAY_MS));
}
