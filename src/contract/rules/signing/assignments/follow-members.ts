import type { Signing } from '../signatories/auth-rep.ts';
import { countsAsSignature, wentOut, type AssignmentStatus } from './assignment-status.ts';

/** A document that a group signs. */
interface FollowedDocument<Member extends Signing> {
  /** Everyone in the group. */
  readonly members: readonly Member[];
  /** The signatures that follow the group. */
  readonly signatures: readonly (Signing & { readonly uuid: string; readonly status: AssignmentStatus })[];
  /** The members that the change removes. */
  readonly leaving?: readonly Signing[];
  /** Whether a member has their own page in the document, so they don't sign with the group. */
  readonly signsAlone: (member: Member) => boolean;
}

/**
 * Returns which members lack a signature, and which signatures no longer belong to a member. Signatures that were sent or
 * given stay, unless they belong to a leaving member.
 */
export function followMembers<Member extends Signing>({
  members,
  signatures,
  leaving = [],
  signsAlone,
}: FollowedDocument<Member>): { missing: Member[]; surplus: string[] } {
  const counted = signatures.filter(({ status }) => countsAsSignature(status));
  const kept: Signing[] = [];
  const surplus: string[] = [];
  for (const each of counted) {
    if (members.some((member) => isSameSigning(each, member))) continue;
    if (wentOut(each.status) && !leaving.some((member) => isSameSigning(each, member))) kept.push(each);
    else surplus.push(each.uuid);
  }
  const missing = members.filter((member) => {
    if (counted.some((each) => isSameSigning(each, member)) || signsAlone(member)) return false;
    // A signatory who was sent the page before their capacity changed isn't asked again.
    const at = kept.findIndex((each) => each.signatory === member.signatory);
    if (at >= 0) kept.splice(at, 1);
    return at < 0;
  });
  return { missing, surplus };
}

function isSameSigning(one: Signing, other: Signing): boolean {
  return one.signatory === other.signatory && one.authRep === other.authRep;
}
