import { sql, type Kysely } from 'kysely';
import { Refusal } from '../refusal.ts';
import { contentOf } from '../storage/object-keys.ts';
import { isBackupRunning } from './backup-lock.ts';
import type { Tables, Tx } from './tables.ts';

/** Distinguishes the locks on file keys from other locks in the database. */
const LOCK_CLASS = 4301;
/** Longer than it takes to store the largest file with its pictures and to write its row. */
const KEEP_MINUTES = 30;
/** Longer than a bucket takes to remove as many objects as are removed between two renewals, or to time out. */
const REMOVE_MINUTES = 60;

/**
 * Files are stored by their hash, and several documents may have the same one. A lease keeps a file from being
 * removed until a row names it.
 */
export type FileLease = { uuid: string; key: string };

// A file and its rows cannot change in one step, and no transaction stays open during calls to the store. So both sides write a note
// first, under a lock on the content (the hash at the end of a key): the same bytes may be stored as a file and as a PDF, and their
// pictures belong to both.
//
//   keep:    note "keep" ──▶ store the file ──▶ write the row and delete the note, in one transaction
//   remove:  no row and no "keep"? note "remove" ──▶ remove the file ──▶ delete the note
//
// Nobody can keep a file while a "remove" note exists, or remove one while a "keep" note does. A dead process's note expires.

/**
 * Takes a lease before the file is stored.
 * @throws {Refusal} `unavailable` while the same file is being removed
 */
export async function leaseFile(db: Kysely<Tables>, key: string): Promise<FileLease> {
  return db.transaction().execute(async (tx) => {
    await lockContent(tx, contentOf(key));
    await sql`delete from file_leases where expires_at < now() - interval '1 day'`.execute(tx);
    if (await isNoted(tx, contentOf(key), 'remove')) {
      throw new Refusal(
        'unavailable',
        'An older copy of this file is being removed. Try again in a moment.',
        {
          retryAfter: 2,
        },
      );
    }
    return { uuid: await note(tx, contentOf(key), 'keep', KEEP_MINUTES), key };
  });
}

/**
 * Keeps the lease from expiring until the transaction ends. Returns false if it has already expired and the file may be
 * removed, so it must be stored again.
 */
export async function holdFileLease(tx: Tx, { uuid }: FileLease): Promise<boolean> {
  const held = await tx
    .selectFrom('file_leases')
    .select('uuid')
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Ends the lease in the transaction that writes the row. Returns false under the same conditions as `holdFileLease`. */
export async function endLease(db: Kysely<Tables>, { uuid }: FileLease): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('file_leases').where('uuid', '=', uuid).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Removes a file unless it is needed. `leased`: a process is about to need it, or was about to and died, or a backup may need
 * it, so try again later. If `remove` fails, nobody can store the file until the note expires, because an abandoned request
 * may still take effect. A long `remove` calls `renew` every hundred objects; `renew` throws if the note has expired, because
 * the file may then be in use.
 */
export async function removeUnlessNeeded(
  db: Kysely<Tables>,
  key: string,
  isNeeded: (tx: Tx) => Promise<boolean>,
  remove: (renew: () => Promise<void>) => Promise<void>,
): Promise<'removed' | 'needed' | 'leased'> {
  const outcome = await db.transaction().execute(async (tx) => {
    await lockContent(tx, contentOf(key));
    if (await isBackupRunning(tx)) return { is: 'leased' } as const;
    // Waits for a transaction that holds a lease, after which its row is visible.
    await sql`delete from file_leases where key = ${contentOf(key)} and purpose = 'keep' and expires_at <= now()`.execute(
      tx,
    );
    if (await isNoted(tx, contentOf(key), 'keep')) return { is: 'leased' } as const;
    if (await isNeeded(tx)) return { is: 'needed' } as const;
    return { is: 'removed', uuid: await note(tx, contentOf(key), 'remove', REMOVE_MINUTES) } as const;
  });
  if (outcome.is !== 'removed') return outcome.is;
  await remove(async () => renewRemoval(db, outcome.uuid));
  await endLease(db, { uuid: outcome.uuid, key });
  return 'removed';
}

async function renewRemoval(db: Kysely<Tables>, uuid: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('file_leases')
    .set({ expires_at: inMinutes(REMOVE_MINUTES) })
    .where('uuid', '=', uuid)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error('Removing a stored file took too long and was stopped.');
}

function inMinutes(minutes: number) {
  return sql<Date>`now() + make_interval(mins => ${minutes}::int)`;
}

async function lockContent(tx: Tx, content: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${content}))`.execute(tx);
}

async function isNoted(tx: Tx, content: string, purpose: 'keep' | 'remove'): Promise<boolean> {
  const noted = await tx
    .selectFrom('file_leases')
    .select('uuid')
    .where('key', '=', content)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return noted !== undefined;
}

async function note(tx: Tx, content: string, purpose: 'keep' | 'remove', minutes: number): Promise<string> {
  const { uuid } = await tx
    .insertInto('file_leases')
    .values({ key: content, purpose, expires_at: inMinutes(minutes) })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}
