export const DAY_MS = 86_400_000;

/**
 * How many days the server keeps a response under its Idempotency-Key, the change log and notifications, and how many days a
 * device may repeat a request (src/sync/SPEC.md: PUSH3, FEED2, REJ4, FILE4). The limits are the same, because a device that
 * retried for longer could apply an edit twice.
 */
export const KEPT_DAYS = 90;

/** How many days a deleted row can be restored (docs/product/checklist.md, "Deleting and restoring"). */
export const RESTORABLE_DAYS = 30;
