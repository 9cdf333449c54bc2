import { expect, test } from 'vitest';
import { newNotificationRow } from '../../../../tests/support/rows.ts';
import type { NotificationRow } from '../../rows.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { inBatches } from './notification-batches.ts';
import { unreadLines } from './notifications.ts';

const CEDAR = 'cedar';
const FIR = 'fir';

/** A notification from this many minutes before noon. */
function told(uuid: string, minutesAgo: number, rest: Partial<NotificationRow> = {}): NotificationRow {
  const createdAt = new Date(Date.UTC(2026, 4, 1, 12) - minutesAgo * 60_000).toISOString();
  return {
    ...newNotificationRow(),
    uuid,
    notificationType: 'document_converted',
    extraData: { transaction: CEDAR, document: uuid },
    createdAt,
    ...rest,
  };
}

function lines(notifications: NotificationRow[]): string[] {
  return inBatches(notifications).map((batch) =>
    batch.kind === 'one'
      ? batch.notification.uuid
      : `${batch.transaction}: ${batch.notifications.map(({ uuid }) => uuid).join(' ')}`,
  );
}

test('documents of one deal that became ready shortly after one another are one line, at the position of the newest', () => {
  expect(lines([told('c', 0), told('b', 1), told('a', 5)])).toEqual(['cedar: c b a']);
  expect(lines([told('only', 0)])).toEqual(['only']);
});

test('documents that became ready more than five minutes apart are separate batches', () => {
  expect(lines([told('d', 0), told('c', 4), told('b', 10), told('a', 11)])).toEqual([
    'cedar: d c',
    'cedar: b a',
  ]);
});

test('notifications of different deals are separate, and a failure has its own line without splitting the others', () => {
  const failed = told('x', 1, { notificationType: 'document_failed', level: 'error' });
  const other = { extraData: { transaction: FIR } };
  expect(lines([told('b', 0), failed, told('f', 2, other), told('a', 2), told('e', 3, other)])).toEqual([
    'cedar: b a',
    'x',
    'fir: f e',
  ]);
});

test('every notification is shown, whatever its kind', () => {
  const strange = told('s', 0, { notificationType: 'of a later time', extraData: {} });
  const homeless = told('h', 0, { extraData: {} });
  expect(lines([strange, homeless, homeless, told('a', 1)])).toEqual(['s', 'h', 'h', 'a']);
});

test('the unread count counts lines, so a batch counts once', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const read = { read: true };
  await db.notifications.bulkAdd([
    told('c', 0),
    told('b', 1),
    told('a', 2, read),
    told('x', 1, { notificationType: 'document_failed', level: 'error' }),
    told('y', 30, { notificationType: 'document_failed', level: 'error', ...read }),
    told('e', 40, read),
    told('d', 41, read),
    told('gone', 50, { cleared: true }),
  ]);
  expect(await unreadLines(db)).toBe(2);
  await db.notifications.update('c', read);
  expect(await unreadLines(db)).toBe(2);
  await db.notifications.update('b', read);
  expect(await unreadLines(db)).toBe(1);
  await db.delete();
});
