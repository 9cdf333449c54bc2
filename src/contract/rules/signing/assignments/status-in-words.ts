import type { AssignmentStatus } from './assignment-status.ts';

// The words for the status of a signature, on screens and in reports (docs/product/signatories.md, "Statuses").

/** The status in a word or two. */
export const ASSIGNMENT_STATUS = {
  unassigned: 'Not assigned',
  assigned: 'Assigned',
  in_packet: 'In packet',
  sent: 'Sent',
  viewed: 'Viewed',
  signed_pending_acceptance: 'Signed',
  executed: 'Executed',
  released: 'Released',
  rejected: 'Rejected',
  cancelled: 'Canceled',
  superseded: 'Superseded',
} satisfies Record<AssignmentStatus, string>;

/** For a signature whose signatory declined, until they are asked again. */
export const DECLINED = 'Declined';

/** A short explanation after the status word. */
export const STATUS_HINTS: Partial<Record<AssignmentStatus, string>> = {
  signed_pending_acceptance: 'awaiting acceptance',
  executed: 'held for release',
};

/** Returns a status with its hint. */
export function statusInWords(status: AssignmentStatus): string {
  const hint = STATUS_HINTS[status];
  return hint === undefined ? ASSIGNMENT_STATUS[status] : `${ASSIGNMENT_STATUS[status]}, ${hint}`;
}
