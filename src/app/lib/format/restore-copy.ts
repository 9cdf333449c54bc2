/** `RESTORABLE_DAYS` of contract/retention.ts, which the page does not load. */
const RESTORABLE_DAYS = 30;

/** Says after a deletion how long it can be undone. */
export function canBeRestored(count: number): string {
  return `${count === 1 ? 'It' : 'They'} can be restored for ${RESTORABLE_DAYS} days.`;
}

/** Says before a deletion how long and where it can be undone. */
export function canBeRestoredFromActivity(what: 'It' | 'They' | 'The header' | 'The file'): string {
  return `${what} can be restored from Activity for ${RESTORABLE_DAYS} days.`;
}

/** The hint beside a menu's "Delete". */
export const RESTORE_HINT = `Can be restored for ${RESTORABLE_DAYS} days`;
