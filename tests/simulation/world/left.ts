import type { Disk } from './disk.ts';

/** What may stand in `meta` of who has signed out (AUTH11): what the engine counts by, and what they chose for the device. */
const STAYS = ['epoch', 'tick', 'born', 'rows-form', 'settled', 'upload-hold', 'wiped'];
const STAYS_OF_DEALS = ['changes/', 'kept/', 'offline-removed/', 'opened/', 'viewed/'];

/** What the worker of another tab says of itself while nobody is signed in, and the server of itself. */
const SAID_SINCE = ['leader', 'uploader', 'sync', 'setbacks', 'clock', 'config'];

/** What of a person is on the disk and is not to be once they have signed out: tables, and keys of `meta`. */
export function rowsLeft(disk: Disk, userId: string): string[] {
  const name = `counterpart-${userId}`;
  return disk.tables(name).flatMap((table) => {
    if (table !== 'meta') {
      const rows = disk.rows<{ id?: string }>(name, table);
      // That the browser had deleted the mirror they are told even so.
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
