import type { AssignmentStatus } from '../../contract/rules/signing/assignment-status.ts';
import type { ItemSigningStatus } from '../../contract/rules/signing/item-signing-status.ts';

// The UI copy for the status of signatures and documents (docs/product/signatories.md, "Statuses").

/** The short word for a status. */
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

/** What a status needs in addition to its word. */
export const STATUS_HINTS: Partial<Record<AssignmentStatus, string>> = {
  signed_pending_acceptance: 'waiting to be accepted',
  executed: 'held until release',
};

/** Returns a status with its hint. */
export function statusInWords(status: AssignmentStatus): string {
  const hint = STATUS_HINTS[status];
  return hint === undefined ? ASSIGNMENT_STATUS[status] : `${ASSIGNMENT_STATUS[status]}, ${hint}`;
}

export const ITEM_SIGNING_STATUS = {
  non_executable: 'Non-executable',
  no_pages: 'No signature pages',
  not_sent: 'Not sent',
  out: 'Out for signature',
  partially_executed: 'Partially executed',
  ready_to_collate: 'All executed, held',
  released: 'Released',
  collating: 'Collating',
  executed: 'Executed',
} satisfies Record<ItemSigningStatus, string>;
