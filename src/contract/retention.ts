export const DAY_MS = 86_400_000;

/**
 * For how many days the server keeps an answer under its Idempotency-Key, the change log and notifications, and for how
 * many a device may send again what it has sent once (src/sync/SPEC.md: PUSH3, FEED2, REJ4, FILE4). One number for both:
 * a device that tried for longer could do an edit twice.
 */
export const KEPT_DAYS = 90;

/** For how long what was deleted can be restored, days (docs/product/checklist.md, "Deleting and restoring"). */
export const RESTORABLE_DAYS = 30;
