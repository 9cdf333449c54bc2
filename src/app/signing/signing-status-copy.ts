import {
  isExecuted,
  type AssignmentStatus,
} from '../../contract/rules/signing/assignments/assignment-status.ts';
import type { ItemSigningStatus } from '../../contract/rules/signing/assignments/item-signing-status.ts';

// The UI copy of the statuses of signatures and documents (docs/product/signatories.md, "Statuses").

export const ITEM_SIGNING_STATUS = {
  non_executable: 'Non-executable',
  no_pages: 'No signature pages',
  not_sent: 'Not sent',
  out: 'Out for signature',
  partially_executed: 'Partially executed',
  ready_to_collate: 'All executed, held for release',
  released: 'Released',
  collating: 'Collating',
  executed: 'Executed',
} satisfies Record<ItemSigningStatus, string>;

type Tone = 'plain' | 'info' | 'success' | 'warning';

/** Returns the tone of a signature's badge. */
export function assignmentTone(status: AssignmentStatus): Tone {
  if (isExecuted(status)) return 'success';
  if (status === 'rejected' || status === 'signed_pending_acceptance') return 'warning';
  return status === 'sent' || status === 'viewed' ? 'info' : 'plain';
}

const ITEM_TONES: Record<ItemSigningStatus, Tone> = {
  non_executable: 'plain',
  no_pages: 'warning',
  not_sent: 'info',
  out: 'info',
  partially_executed: 'info',
  ready_to_collate: 'success',
  released: 'success',
  collating: 'info',
  executed: 'success',
};

/** Returns the tone of the badge of a document's signing status. */
export function itemSigningTone(status: ItemSigningStatus): Tone {
  return ITEM_TONES[status];
}
