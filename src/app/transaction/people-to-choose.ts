import type { MemberRow, TransactionRow } from '../../db/rows.ts';
import { PEOPLE } from './transaction-copy.ts';

/** A person who is or could be on a deal. `uuid` is the user's. */
export interface Choosable {
  uuid: string;
  fullName: string;
  email: string;
  takesPart: boolean;
  /** Their relation to the deal, such as "creator"; null = nothing special. */
  note: string | null;
  /** Why the user may not remove them; null = they may. */
  removalBlocked: string | null;
}

/**
 * Returns the participants, then the people who can be added: members of the organization and former participants. Disabled
 * accounts are not offered (docs/product/people-and-access.md).
 *
 * @param owns whether the user may remove others
 * @param invites whether the user may add people
 */
export function peopleToChoose(
  { participants, deletedParticipants }: Pick<TransactionRow, 'participants' | 'deletedParticipants'>,
  members: readonly MemberRow[],
  { userId, owns, invites = true }: { userId: string; owns: boolean; invites?: boolean },
): Choosable[] {
  const leaving = participants.length > 1 ? PEOPLE.howToLeave : PEOPLE.atLeastOne;
  const present = participants.map(({ userUuid, fullName, email, creator }): Choosable => {
    const mine = userUuid === userId;
    const others = owns ? null : PEOPLE.onlyOwnersRemove;
    return {
      uuid: userUuid,
      fullName,
      email,
      takesPart: true,
      note: mine ? PEOPLE.you : creator ? PEOPLE.creator : null,
      removalBlocked: mine ? leaving : others,
    };
  });
  const before = deletedParticipants.map(({ userUuid, fullName, email }) => ({
    uuid: userUuid,
    fullName,
    email,
    note: PEOPLE.former,
  }));
  const firm = members
    .filter(({ disabled }) => disabled !== true)
    .map(({ uuid, fullName, email }) => ({ uuid, fullName, email, note: null }));
  if (!invites) return present;
  const known = new Set(present.map(({ uuid }) => uuid));
  const addable: Choosable[] = [];
  for (const person of [...before, ...firm]) {
    if (known.has(person.uuid)) continue;
    known.add(person.uuid);
    addable.push({ ...person, takesPart: false, removalBlocked: null });
  }
  const byName = (one: Choosable, other: Choosable) => one.fullName.localeCompare(other.fullName);
  return [...present, ...addable.toSorted(byName)];
}
