import type { Dexie } from 'dexie';

/** How often, and at what intervals in milliseconds, a database that the browser has closed is opened again. */
const REOPEN_TRIES = 100;
const REOPEN_EVERY_MS = 100;

/**
 * Opens a database that the browser has closed, again and again until it is; then says so. While the browser is still
 * deleting, nothing can be opened; a screen that asked meanwhile would break. `isOver` ends the tries.
 */
export function reopen(db: Dexie, opened: () => void, isOver: () => boolean = () => false, tries = 0): void {
  if (isOver()) return;
  open(db).then(opened, (error: unknown) => {
    if (tries === REOPEN_TRIES) console.error(`${db.name} could not be opened again.`, error);
    else setTimeout(() => reopen(db, opened, isOver, tries + 1), REOPEN_EVERY_MS);
  });
}

/** Dexie calls an opening done in the middle of which the connection was closed, and refuses every query after it. */
async function open(db: Dexie): Promise<void> {
  await db.open();
  if (db.isOpen()) return;
  // Or else a query during the next opening would wait for this one, which is done: in circles, and nothing else would run.
  db.close({ disableAutoOpen: false });
  throw new Error('The browser closed the database while it was being opened.');
}
