import type { AssignmentStatus } from '../../contract/rules/signing/assignment-status.ts';
import type { ItemSigningStatus } from '../../contract/rules/signing/item-signing-status.ts';

// The UI copy of how far signatures and documents are (docs/product/signatories.md, "Statuses").

export const ASSIGNMENT_STATUS = {
  unassigned: 'Unassigned',
  assigned: 'Assigned',
  in_packet: 'In a packet',
  sent: 'Sent',
  viewed: 'Viewed',
  signed_pending_acceptance: 'Signed, to be accepted',
  executed: 'Executed, held',
  released: 'Released',
  rejected: 'Rejected',
  cancelled: 'Canceled',
  superseded: 'Superseded',
} satisfies Record<AssignmentStatus, string>;

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
