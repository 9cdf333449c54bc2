import type { TransactionRow, UserRow } from '../../rows.ts';
import { isViewOnly } from '../../outbox/view-only.ts';

/** What the person may do with a deal (docs/product/people-and-access.md, "Who sees a transaction"). The server decides; this says what to offer. */
export interface DealRights {
  /** Takes part in it: who does not sees it as an admin. */
  takesPart: boolean;
  /** Its creator while of its organization, or an admin of that: deletes it, removes others, and sets what they may do. */
  owns: boolean;
  /** May change what is in it. */
  edits: boolean;
  /** May invite and add people. */
  invites: boolean;
  /** Not as the last one. */
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

/** Whether the person sees a deal without taking part in it: an admin of its organization does. */
export function seesWithoutPart(
  user: UserRow | undefined,
  { organization }: Pick<TransactionRow, 'organization'>,
): boolean {
  return user?.role === 'admin' && user.organization === organization;
}
