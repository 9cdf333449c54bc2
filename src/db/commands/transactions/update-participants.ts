import { announceChanges, announceWork, type ChangeSet } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables } from '../../outbox/fold.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import { newUuid } from '../../uuid.ts';
import { addParticipantDefinition } from './add-participant.ts';
import { removeParticipantDefinition } from './remove-participant.ts';

/** A person who could become a participant. */
export interface Person {
  /** The user's id. */
  uuid: string;
  fullName: string;
  email: string;
}

/**
 * Adds some people to a deal and removes others, by their user ids. Only the difference is sent
 * (docs/product/people-and-access.md, "Adding and removing participants"), one edit per person. Additions come first, because
 * the last participant can never be removed.
 */
export async function updateParticipants(
  db: MirrorDatabase,
  update: { transaction: string; add: readonly Person[]; remove: readonly string[] },
): Promise<void> {
  const { transaction } = update;
  const sets = await db.transaction('rw', foldedTables(db), async () => {
    const deal = await db.transactions.get(transaction);
    if (!deal) return [];
    const present = new Set(deal.participants.map(({ userUuid }) => userUuid));
    const added = update.add.filter(({ uuid }) => !present.has(uuid));
    const removed = deal.participants.filter(({ userUuid }) => update.remove.includes(userUuid));
    const before = new Map(deal.deletedParticipants.map(({ userUuid, uuid }) => [userUuid, uuid]));
    const made: ChangeSet[] = [];
    const batch = { id: newUuid(), count: added.length + removed.length, selected: true };
    for (const { uuid: user, fullName, email } of added) {
      const args = { transaction, uuid: before.get(user) ?? newUuid(), user, fullName, email };
      made.push(await mutateIn(db, addParticipantDefinition, args, { batch }));
    }
    for (const { uuid, fullName } of removed) {
      made.push(await mutateIn(db, removeParticipantDefinition, { transaction, uuid, fullName }, { batch }));
    }
    return made;
  });
  announceChanges(db.userId, sets);
  if (sets.length > 0) announceWork(db.userId);
}
