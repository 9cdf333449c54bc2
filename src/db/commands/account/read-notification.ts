import { announceChanges, announceWork, type ChangeSet } from '../../change-sets.ts';
import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables } from '../../outbox/fold.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import { ACCOUNT_LANE } from '../../rows.ts';

export interface ReadNotificationArgs {
  uuid: string;
}

export const readNotificationDefinition: CommandDefinition<ReadNotificationArgs> = {
  name: 'notification.read',
  lane: () => ACCOUNT_LANE,
  keys: (args) => [{ table: 'notifications', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  replaces: () => true,
  apply(draft, args) {
    const notification = draft.get('notifications', args.uuid);
    if (notification) draft.put('notifications', args.uuid, { ...notification, read: true });
  },
  request: (args) => requestTo('notifications', 'update', { id: args.uuid, read: true }),
  refreshes: ['notifications'],
  // No toast: at worst, the notification becomes unread again.
  failure: null,
};

/** Marks notifications as read in one transaction. Skips those that are read or deleted already. */
export async function readNotifications(db: MirrorDatabase, uuids: readonly string[]): Promise<void> {
  const sets = await db.transaction('rw', foldedTables(db), async () => {
    const made: ChangeSet[] = [];
    for (const notification of await db.notifications.bulkGet([...uuids])) {
      if (!notification || notification.read) continue;
      made.push(await mutateIn(db, readNotificationDefinition, { uuid: notification.uuid }));
    }
    return made;
  });
  announceChanges(db.userId, sets);
  if (sets.length > 0) announceWork(db.userId);
}
