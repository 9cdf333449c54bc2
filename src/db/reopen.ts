import type { Dexie } from 'dexie';

/** How often, and at what intervals in milliseconds, a database that the browser has closed is reopened. */
const REOPEN_TRIES = 100;
const REOPEN_EVERY_MS = 100;

/**
 * Reopens a database that the browser has closed, with retries, and then reports it. While the browser is still deleting,
 * nothing can be opened, and a screen's query would fail. `isOver` ends the retries.
 */
export function reopen(db: Dexie, opened: () => void, isOver: () => boolean = () => false, tries = 0): void {
  if (isOver()) return;
  open(db).then(opened, (error: unknown) => {
    if (tries === REOPEN_TRIES) console.error(`${db.name} could not be opened again.`, error);
    else setTimeout(() => reopen(db, opened, isOver, tries + 1), REOPEN_EVERY_MS);
  });
}

/** Dexie counts an opening as done even if the connection was closed during it, and then refuses every query. */
async function open(db: Dexie): Promise<void> {
  await db.open();
  if (db.isOpen()) return;
  // Otherwise, a query during the next opening would wait for this one, which is done, in an endless loop.
  db.close({ disableAutoOpen: false });
  throw new Error('The browser closed the database while it was being opened.');
}
