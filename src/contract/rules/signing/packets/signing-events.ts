/** What can happen to a packet once it is sent (docs/product/packets.md, "Evidence"). */
export const SIGNING_EVENTS = [
  'sent',
  /** DocuSign has the pages: the signatory gets their link. */
  'envelope_created',
  /** The signatory went from their link to DocuSign. */
  'envelope_opened',
  /** DocuSign’s signed file was stored. */
  'envelope_completed',
  'reminded',
  /** The email with its link couldn't be delivered. */
  'undelivered',
  /** The access code was entered. */
  'unlocked',
  /** A code for a new device was emailed to the signatory. */
  'device_code_sent',
  /** The code was entered on that device. */
  'device_confirmed',
  'viewed',
  'consented',
  'adopted',
  'filled',
  'signed',
  /** A deed was submitted together with the whole document. */
  'deed_submitted',
  /** The signatory got a code for their witness. */
  'witness_invited',
  /** A witness signed. */
  'witnessed',
  'finished',
  /** The signatory sent back a file of pages that were signed on paper. */
  'uploaded',
  /** Pages came back on paper. */
  'returned',
  'declined',
  /** The signatory said that the packet isn't for them. */
  'delegated',
  'cancelled',
  'expired',
  'sealed',
  'timestamped',
  'accepted',
  'rejected',
] as const;
export type SigningEventKind = (typeof SIGNING_EVENTS)[number];

export function isSigningEvent(kind: string): kind is SigningEventKind {
  return SIGNING_EVENTS.some((each) => each === kind);
}
