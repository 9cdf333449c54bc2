/** `RESTORABLE_DAYS` of contract/retention.ts, which the page does not load. */
const RESTORABLE_DAYS = 30;

/** What a person needs to know when something is deleted: how long it can be restored. */
export function canBeRestored(count: number): string {
  return `${count === 1 ? 'It' : 'They'} can be restored for ${RESTORABLE_DAYS} days.`;
}

/** The same before a deletion, with the place where it is done. */
export function canBeRestoredFromActivity(what: 'It' | 'They' | 'The header' | 'The file'): string {
  return `${what} can be restored from Activity for ${RESTORABLE_DAYS} days.`;
}

/** The same beside a menu's "Delete". */
export const RESTORE_HINT = `Can be restored for ${RESTORABLE_DAYS} days`;
