import type { TransactionRow, UserRow } from '../rows.ts';

/** What the person may do with a deal (domain "People and rights"). The server decides; this says what to offer. */
export interface DealRights {
  /** Takes part in it: who does not sees it as an admin. */
  takesPart: boolean;
  /** Its creator, or an admin of its organization: deletes it, and removes others. */
  owns: boolean;
  /** Not as the last one. */
  leaves: boolean;
}

export function dealRights(user: UserRow | undefined, userId: string, deal: TransactionRow): DealRights {
  const takesPart = deal.participants.some(({ userUuid }) => userUuid === userId);
  return {
    takesPart,
    owns: deal.createdBy.uuid === userId || seesWithoutPart(user, deal),
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
