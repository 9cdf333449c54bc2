import type { TransactionRow } from '../../db/rows.ts';
import { FORMER_PARTICIPANT } from './details-copy.ts';

/** Names of present and former participants, by user uuid. */
export type People = ReadonlyMap<string, string>;

/** Returns the names of everybody who is or was on the deal. */
export function peopleOf({ participants, deletedParticipants, createdBy }: TransactionRow): People {
  return new Map([
    [createdBy.uuid, createdBy.name],
    ...[...deletedParticipants, ...participants].map(({ userUuid, fullName }): [string, string] => [
      userUuid,
      fullName,
    ]),
  ]);
}

/** Returns the current participants, sorted by name. Tasks can be assigned to them. */
export function teamOf({ participants }: TransactionRow): { uuid: string; name: string }[] {
  return participants
    .map(({ userUuid, fullName }) => ({ uuid: userUuid, name: fullName }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Returns a person's name, or "Former participant" if this device does not know it. */
export function nameOf(people: People, user: string): string {
  return people.get(user) ?? FORMER_PARTICIPANT;
}
