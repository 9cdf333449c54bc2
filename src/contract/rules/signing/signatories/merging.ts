import { countsAsSignature, type AssignmentStatus } from '../assignments/assignment-status.ts';

interface Assigned {
  uuid: string;
  item: string;
  itemPageUuid: string;
  signatory: string;
  status: AssignmentStatus;
  signingGroupAssignment: string | null;
}

interface Member {
  group: string;
  signatory: string;
}

/** Two entries for one person: the one that stays, and the duplicate, which is deleted. */
export interface Merge {
  kept: string;
  gone: string;
}

/**
 * Returns what the kept entry takes over: the duplicate's assignments and memberships, without those that it already has. The pages of
 * groups follow their members. Nobody needs two generated pages of a document, but it may have several lines for one person.
 */
export function takenByMerge<Signature extends Assigned, Membership extends Member>(
  { kept, gone }: Merge,
  { assignments, members }: { assignments: readonly Signature[]; members: readonly Membership[] },
  isGenerated: (page: string) => boolean,
): { assignments: Signature[]; members: Membership[] } {
  const counting = assignments.filter(({ status }) => countsAsSignature(status));
  const has = counting.filter(({ signatory }) => signatory === kept);
  const taken: Signature[] = [];
  for (const each of counting) {
    if (each.signatory !== gone || each.signingGroupAssignment !== null) continue;
    const isSigned = [...has, ...taken].some(
      ({ item, itemPageUuid: page }) =>
        item === each.item && (page === each.itemPageUuid || isGenerated(each.itemPageUuid)),
    );
    if (!isSigned) taken.push(each);
  }
  const groups = new Set(members.filter(({ signatory }) => signatory === kept).map(({ group }) => group));
  return {
    assignments: taken,
    members: members.filter(({ signatory, group }) => signatory === gone && !groups.has(group)),
  };
}
