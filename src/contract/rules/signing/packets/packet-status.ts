import { countsAsSignature, type AssignmentStatus } from '../assignments/assignment-status.ts';

/** The status of a packet (docs/product/packets.md, "Statuses"). */
export const PACKET_STATUSES = [
  'draft',
  'generating',
  'ready',
  'sent',
  'viewed',
  'partially_signed',
  'completed',
  'declined',
  'cancelled',
  'expired',
  'failed',
] as const;
export type PacketStatus = (typeof PACKET_STATUSES)[number];

const UNSENT: ReadonlySet<PacketStatus> = new Set(['draft', 'generating', 'ready', 'failed']);
const OUT: ReadonlySet<PacketStatus> = new Set(['sent', 'viewed', 'partially_signed']);

/** Returns whether the packet was never sent. A new one for the same pages replaces it. */
export function isUnsent(status: PacketStatus): boolean {
  return UNSENT.has(status);
}

/**
 * Returns whether a packet is ready to be signed on paper: the team prints it, or emails it separately. A queued one goes out
 * automatically, like any other.
 */
export function isForPaper(packet: {
  readonly status: PacketStatus;
  readonly needsPaper?: boolean | undefined;
  readonly queued: object | null;
}): boolean {
  return packet.status === 'ready' && packet.needsPaper === true && packet.queued === null;
}

/**
 * Returns whether a packet that was sent hasn't reached the person who should sign it: the recipient said so, its email came back,
 * the address has been corrected since, nobody has opened it with its access code, which can't be looked up, or somebody without the
 * right code tries to open it. Such a packet can always be canceled, even where other sent packets can't be.
 */
export function isAstray(packet: {
  status: PacketStatus;
  isWrongPerson: boolean;
  mailProblem: string | null | undefined;
  sentTo: string | null | undefined;
  /** The signatory's address today. */
  email: string;
  /** Whether it has an access code and hasn't been opened yet. */
  isUnopened: boolean;
  guessedAt: string | Date | null | undefined;
}): boolean {
  const { isWrongPerson, mailProblem, sentTo, email, isUnopened } = packet;
  return (
    isWrongPerson || Boolean(mailProblem) || isSentElsewhere(sentTo, email) || isUnopened || isGuessed(packet)
  );
}

/**
 * Returns whether incorrect codes for a new device were entered too often, and nothing on the packet is signed: the link may have been
 * forwarded.
 */
export function isGuessed(packet: {
  readonly status: PacketStatus;
  readonly guessedAt?: string | Date | null | undefined;
}): boolean {
  return Boolean(packet.guessedAt) && isOut(packet.status) && packet.status !== 'partially_signed';
}

/** Returns whether a packet was sent to an address other than its signatory's, ignoring case. */
export function isSentElsewhere(sentTo: string | null | undefined, email: string): sentTo is string {
  return Boolean(sentTo) && email !== '' && sentTo?.toLowerCase() !== email.toLowerCase();
}

/** Returns whether the packet is with its signatory, who has not finished it. */
export function isOut(status: PacketStatus): boolean {
  return OUT.has(status);
}

/** Returns whether a packet was signed and none of its signatures counts any more. @param signatures their statuses */
export function isVoid(status: PacketStatus, signatures: readonly AssignmentStatus[]): boolean {
  return status === 'completed' && signatures.length > 0 && !signatures.some(countsAsSignature);
}
