import type { TransactionRow } from '../../db/rows.ts';

/** Names by the user's uuid of those who work on a deal, or did. */
export type People = ReadonlyMap<string, string>;

export function peopleOf({ participants, deletedParticipants, createdBy }: TransactionRow): People {
  return new Map([
    [createdBy.uuid, createdBy.name],
    ...[...deletedParticipants, ...participants].map(({ userUuid, fullName }): [string, string] => [
      userUuid,
      fullName,
    ]),
  ]);
}

/** Those who work on it now, by name: whom a task can be given to. */
export function teamOf({ participants }: TransactionRow): { uuid: string; name: string }[] {
  return participants
    .map(({ userUuid, fullName }) => ({ uuid: userUuid, name: fullName }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
