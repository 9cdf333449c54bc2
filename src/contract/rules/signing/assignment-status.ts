/** How far a signature is (docs/product/signatories.md, "Statuses"), from its assignment to its release. */
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

/** What became of a signature that no longer counts: another one takes its place, or nobody signs. */
const VOID: ReadonlySet<AssignmentStatus> = new Set(['rejected', 'cancelled', 'superseded']);

/** Statuses of a signature that has been asked for, up to the moment it is given. */
const OUT: ReadonlySet<AssignmentStatus> = new Set(['sent', 'viewed', 'signed_pending_acceptance']);

const EXECUTED: ReadonlySet<AssignmentStatus> = new Set(['executed', 'released']);

/** Returns whether the signature counts toward the deal's and its document's totals. */
export function countsAsSignature(status: AssignmentStatus): boolean {
  return !VOID.has(status);
}

/** Returns whether the signature was accepted. */
export function isExecuted(status: AssignmentStatus): boolean {
  return EXECUTED.has(status);
}

/** Returns whether the page is with its signatory, who hasn't signed it: then they can be reminded. */
export function isOut(status: AssignmentStatus): boolean {
  return status === 'sent' || status === 'viewed';
}

/** Returns whether the page went out: then an assignment is not removed or changed without somebody saying so. */
export function wentOut(status: AssignmentStatus): boolean {
  return OUT.has(status) || EXECUTED.has(status);
}
