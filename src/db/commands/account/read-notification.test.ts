import { beforeEach, expect, it } from 'vitest';
import { newNotificationRow } from '../../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../database.ts';
import { notificationList, unreadLines } from '../../queries/account/notifications.ts';
import type { NotificationRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { readNotifications } from './read-notification.ts';

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

async function put(...rows: Partial<NotificationRow>[]): Promise<string[]> {
  const made = rows.map((row) => ({ ...newNotificationRow(), ...row }));
  await db.notifications.bulkPut(made);
  return made.map(({ uuid }) => uuid);
}

it('marking all as read makes one edit per unread notification, and none the second time', async () => {
  const all = await put({}, { read: true }, {});
  await readNotifications(db, [...all, newUuid()]);
  const edits = await db.outbox.toArray();
  expect(edits.map(({ name, lane, args }) => [name, lane, args])).toEqual([
    ['notification.read', 'account', { uuid: all[0] }],
    ['notification.read', 'account', { uuid: all[2] }],
  ]);
  expect(await unreadLines(db)).toBe(0);
  await readNotifications(db, all);
  expect(await db.outbox.count()).toBe(2);
});

it('[PUSH6] a notification that is marked as read twice before it is sent is sent once', async () => {
  const [uuid = ''] = await put({});
  await readNotifications(db, [uuid]);
  // As another tab saw it before this commit.
  await db.notifications.update(uuid, { read: false });
  await readNotifications(db, [uuid]);
  expect(await db.outbox.count()).toBe(1);
});

it('lists the newest first, leaves out cleared ones, and counts unread ones', async () => {
  await put(
    { title: 'Old.', createdAt: '2026-03-01T12:00:00.000Z', read: true },
    { title: 'New.', createdAt: '2026-03-01T12:00:02.000Z' },
    { title: 'Cleared.', createdAt: '2026-03-01T12:00:03.000Z', cleared: true },
    { title: 'Between.', createdAt: '2026-03-01T12:00:01.000Z' },
  );
  const { notifications, pulled } = await notificationList(db);
  expect(notifications.map(({ title }) => title)).toEqual(['New.', 'Between.', 'Old.']);
  expect(await unreadLines(db)).toBe(2);
  expect(pulled).toBe(false);
});
