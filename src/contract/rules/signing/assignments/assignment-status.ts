/** The status of a signature, from its assignment to its release (docs/product/signatories.md, "Statuses"). */
export const ASSIGNMENT_STATUSES = [
  'unassigned',
  'assigned',
  'in_packet',
  'sent',
  'viewed',
  'signed_pending_acceptance',
  'executed',
  'released',
  'rejected',
  'cancelled',
  'superseded',
] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

/** The statuses of a void signature, which another one may replace. */
const VOID: ReadonlySet<AssignmentStatus> = new Set(['rejected', 'cancelled', 'superseded']);

/** The statuses from assignment until the signature is given. */
const OUT: ReadonlySet<AssignmentStatus> = new Set(['sent', 'viewed', 'signed_pending_acceptance']);

const EXECUTED: ReadonlySet<AssignmentStatus> = new Set(['executed', 'released']);

/** Returns whether the signature counts toward the deal's and its document's totals. */
export function countsAsSignature(status: AssignmentStatus): boolean {
  return !VOID.has(status);
}

/** Returns whether the signature counts and hasn't been released. */
export function isHeld(status: AssignmentStatus): boolean {
  return countsAsSignature(status) && status !== 'released';
}

/** Returns whether the signature was accepted. */
export function isExecuted(status: AssignmentStatus): boolean {
  return EXECUTED.has(status);
}

/** Returns whether the signatory has the page but hasn't signed it, so they can be reminded. */
export function isOut(status: AssignmentStatus): boolean {
  return status === 'sent' || status === 'viewed';
}

/** Returns whether the page was sent. From then on, its assignment is never removed or changed silently. */
export function wentOut(status: AssignmentStatus): boolean {
  return OUT.has(status) || EXECUTED.has(status);
}
