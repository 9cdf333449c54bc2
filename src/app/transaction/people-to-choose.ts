import type { MemberRow, TransactionRow } from '../../db/rows.ts';

/** Someone who works on a deal, or could. `uuid` is the user's. */
export interface Choosable {
  uuid: string;
  fullName: string;
  email: string;
  takesPart: boolean;
  /** What they are to the deal, where that is worth saying. */
  note: string | null;
  /** Why the person may not take them off it; null = they may. */
  kept: string | null;
}

/**
 * Those who are on the deal, then those who can be added: the people of the firm, and who was on it before. `owns`: whether
 * the person may take others off it; `invites`: whether they may add people (docs/product/people-and-access.md, "Guests"). Disabled accounts are
 * not offered.
 */
export function peopleToChoose(
  { participants, deletedParticipants }: Pick<TransactionRow, 'participants' | 'deletedParticipants'>,
  members: readonly MemberRow[],
  { userId, owns, invites = true }: { userId: string; owns: boolean; invites?: boolean },
): Choosable[] {
  const leaving =
    participants.length > 1
      ? 'To leave it yourself, choose “Leave…” from the menu of its row in the list of transactions.'
      : 'A transaction keeps at least one participant.';
  const present = participants.map(({ userUuid, fullName, email, creator }): Choosable => {
    const mine = userUuid === userId;
    const others = owns
      ? null
      : 'Only the person who created the transaction or an administrator can remove others.';
    return {
      uuid: userUuid,
      fullName,
      email,
      takesPart: true,
      note: mine ? 'you' : creator ? 'opened it' : null,
      kept: mine ? leaving : others,
    };
  });
  const before = deletedParticipants.map(({ userUuid, fullName, email }) => ({
    uuid: userUuid,
    fullName,
    email,
    note: 'was on it before',
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
    addable.push({ ...person, takesPart: false, kept: null });
  }
  const byName = (one: Choosable, other: Choosable) => one.fullName.localeCompare(other.fullName);
  return [...present, ...addable.toSorted(byName)];
}
