import type { Disk } from './disk.ts';

/**
 * What may remain in `meta` after a sign-out (AUTH11): the engine's counters, and the user's choices for the
 * device.
 */
const STAYS = ['epoch', 'tick', 'born', 'rows-form', 'settled', 'upload-hold', 'wiped'];
const STAYS_OF_DEALS = ['changes/', 'kept/', 'offline-removed/', 'opened/', 'viewed/'];

/** What another tab's worker records about itself and about the server while nobody is signed in. */
const SAID_SINCE = ['leader', 'uploader', 'sync', 'setbacks', 'clock', 'config'];

/** Returns what is on the disk although the person has signed out: tables, and keys of `meta`. */
export function rowsLeft(disk: Disk, userId: string): string[] {
  const name = `counterpart-${userId}`;
  return disk.tables(name).flatMap((table) => {
    if (table !== 'meta') {
      const rows = disk.rows<{ id?: string }>(name, table);
      // The notice that the browser had deleted the mirror may stay.
      return rows.some(({ id }) => !id?.startsWith('lost-')) ? [table] : [];
    }
    const keys = disk.rows<{ key: string }>(name, 'meta').map(({ key }) => key);
    return keys.filter((key) => !mayStay(key)).map((key) => `meta ${key}`);
  });
}

function mayStay(key: string): boolean {
  if (STAYS.includes(key) || SAID_SINCE.includes(key)) return true;
  return STAYS_OF_DEALS.some((prefix) => key.startsWith(prefix));
}
