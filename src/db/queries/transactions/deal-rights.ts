import type { TransactionRow, UserRow } from '../../rows.ts';
import { isViewOnly } from '../../outbox/view-only.ts';

/**
 * What the user can do with a deal (docs/product/people-and-access.md, "Who sees a transaction"). The server decides. This
 * determines what the app offers.
 */
export interface DealRights {
  /** Whether they take part in it. Someone who doesn't sees it as an admin. */
  takesPart: boolean;
  /**
   * Whether they are its creator and still a member of its organization, or an admin of that organization. If so, they can
   * delete it, remove others, and set their access.
   */
  owns: boolean;
  /** They can edit it. */
  edits: boolean;
  /** They can invite and add people. */
  invites: boolean;
  /** They can leave it, unless they are the last participant. */
  leaves: boolean;
}

export function dealRights(user: UserRow | undefined, userId: string, deal: TransactionRow): DealRights {
  const takesPart = deal.participants.some(({ userUuid }) => userUuid === userId);
  const edits = !isViewOnly(deal);
  const isOwn = user?.organization === deal.organization;
  return {
    takesPart,
    owns: edits && isOwn && (deal.createdBy.uuid === userId || seesWithoutPart(user, deal)),
    edits,
    invites: edits && (isOwn || deal.guestsMayInvite === true),
    leaves: takesPart && deal.participants.length > 1,
  };
}

/** Returns whether the user sees a deal without taking part in it, as admins of its organization do. */
export function seesWithoutPart(
  user: UserRow | undefined,
  { organization }: Pick<TransactionRow, 'organization'>,
): boolean {
  return user?.role === 'admin' && user.organization === organization;
}
