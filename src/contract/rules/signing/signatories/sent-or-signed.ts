import { wentOut, type AssignmentStatus } from '../assignments/assignment-status.ts';
import { givenThrough, type Signing } from './auth-rep.ts';
import type { Capacities } from './capacity.ts';

/**
 * Returns the ids of the signatories and relations that can't be deleted, because a page was sent or signed through them,
 * anywhere in its chain, or because a packet was sent to them, even if it has ended (docs/product/signatories.md).
 */
export function sentOrSigned(
  capacities: Capacities,
  {
    assignments,
    packets,
  }: {
    assignments: Iterable<Signing & { status: AssignmentStatus }>;
    packets: Iterable<{ signatory: string; sentAt: string | null }>;
  },
): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const { signatory, authRep, status } of assignments) {
    const capacity = `${signatory} ${authRep ?? ''}`;
    if (!wentOut(status) || seen.has(capacity)) continue;
    seen.add(capacity);
    for (const uuid of givenThrough(capacities, { signatory, authRep })) found.add(uuid);
  }
  for (const { signatory, sentAt } of packets) if (sentAt !== null) found.add(signatory);
  return found;
}
