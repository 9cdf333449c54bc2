import type { NotificationRow } from '../../rows.ts';

/** One line of the notifications: a single event, or the documents of a deal that became ready shortly after one another. */
export type NotificationBatch =
  | { kind: 'one'; notification: NotificationRow }
  | { kind: 'ready'; transaction: string; notifications: NotificationRow[] };

/** Documents that are ready within this many milliseconds of each other belong together. */
const BATCH_GAP_MS = 5 * 60_000;

/**
 * Groups the documents of one upload. `notifications` come newest first, and so do the lines and their contents. A failure
 * always has its own line, and does not split the lines around it.
 */
export function inBatches(notifications: readonly NotificationRow[]): NotificationBatch[] {
  const batches: { transaction: string | null; notifications: NotificationRow[] }[] = [];
  const open = new Map<string, NotificationRow[]>();
  for (const notification of notifications) {
    const transaction = dealOfReady(notification);
    const batch = transaction === null ? undefined : open.get(transaction);
    const newer = batch?.at(-1);
    if (batch && newer && gapMs(notification, newer) <= BATCH_GAP_MS) {
      batch.push(notification);
      continue;
    }
    const begun = [notification];
    batches.push({ transaction, notifications: begun });
    if (transaction !== null) open.set(transaction, begun);
  }
  return batches.flatMap(({ transaction, notifications: told }): NotificationBatch[] =>
    transaction !== null && told.length > 1
      ? [{ kind: 'ready', transaction, notifications: told }]
      : told.map((notification) => ({ kind: 'one', notification })),
  );
}

/** The deal in which a document is ready; null if the notification is about something else. */
function dealOfReady({ notificationType, extraData }: NotificationRow): string | null {
  return notificationType === 'document_converted' ? (extraData.transaction ?? null) : null;
}

function gapMs(older: NotificationRow, newer: NotificationRow): number {
  return Date.parse(newer.createdAt) - Date.parse(older.createdAt);
}
