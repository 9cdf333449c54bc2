import { countsAsSignature, wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type { AssignmentRow, Group, GroupMember } from '../../../db/queries/signing/signatories/groups.ts';
import type { MemberDrop } from './use-member-drag.ts';

/** What changes when a member leaves a group, or the group or one of its documents is removed. */
export interface LeaveChanges {
  /** Names of the documents whose assignments are removed, once for each page. */
  go: string[];
  /** The assignments that are removed. */
  removed: string[];
  /** Names of the documents whose pages were sent or signed. If there are any, the change is blocked. */
  sent: string[];
}

/** Returns what changes if a member leaves the group, based on the assignments that they have through it. */
export function memberChanges({ documents }: Pick<Group, 'documents'>, { row }: GroupMember): LeaveChanges {
  return changesOf(
    documents,
    ({ signatory, authRep }) => signatory === row.signatory && authRep === row.authRep,
  );
}

/** Returns what changes if the group is deleted. */
export function groupChanges({ documents }: Pick<Group, 'documents'>): LeaveChanges {
  return changesOf(documents, () => true);
}

function changesOf(
  documents: Group['documents'],
  concerns: (assignment: AssignmentRow) => boolean,
): LeaveChanges {
  const pages = documents.flatMap(({ name, assignments }) =>
    assignments
      .filter((each) => countsAsSignature(each.status) && concerns(each))
      .map(({ uuid, status }) => ({ name, uuid, isSent: wentOut(status) })),
  );
  const [sent, unsent] = [pages.filter(({ isSent }) => isSent), pages.filter(({ isSent }) => !isSent)];
  return {
    go: unsent.map(({ name }) => name),
    removed: unsent.map(({ uuid }) => uuid),
    sent: sent.map(({ name }) => name),
  };
}

/** Returns a name for a copy that no group has yet: "Buyers (copy)", "Buyers (copy 2)". */
export function copyName(name: string, taken: readonly string[]): string {
  const isTaken = (other: string) => taken.some((each) => isSameName(each, other));
  for (let at = 1; ; at += 1) {
    const copy = `${name} (copy${at === 1 ? '' : ` ${at}`})`;
    if (!isTaken(copy)) return copy;
  }
}

export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Returns the member that a dropped member comes after; null = it comes first.
 * @param members uuids of the group's members, in order
 */
export function placeOf(
  members: readonly string[],
  dragged: string,
  { member, side }: Pick<MemberDrop, 'member' | 'side'>,
): string | null {
  const others = members.filter((each) => each !== dragged);
  const at = member === null ? -1 : others.indexOf(member);
  if (at < 0) return others.at(-1) ?? null;
  return side === 'below' ? (others[at] ?? null) : (others[at - 1] ?? null);
}
