import { text } from 'node:stream/consumers';
import type { Services } from '../services.ts';
import { INSTALLATION } from '../storage/object-keys.ts';
import { ObjectStoreError } from '../storage/object-store.ts';

// The database and its file store have the same id. If an administrator connects a database to another installation's store,
// every file in it looks like an orphan, and the nightly erasure must not touch them.

/** The message for logs, the terminal and the health check. */
export const FOREIGN_STORE =
  'The file store (OBJECT_STORE) belongs to another installation, not to this database (DATABASE_URL). Nothing is erased until they match.';

/**
 * Returns which installation owns the store; `nobody` = it has no id yet. @throws {ObjectStoreError} `unavailable`
 */
export async function ownerOfStore({
  db,
  objects,
}: Pick<Services, 'db' | 'objects'>): Promise<'ours' | 'another' | 'nobody'> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const mark = await readMark(objects);
  if (mark === null) return 'nobody';
  return mark === id ? 'ours' : 'another';
}

/**
 * Returns the id of the installation that the store belongs to; null if it has none yet. @throws {ObjectStoreError}
 * `unavailable`
 */
export async function readMark(objects: Pick<Services['objects'], 'get'>): Promise<string | null> {
  try {
    return (await text(await objects.get(INSTALLATION))).trim();
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Marks a store without an id as ours. Returns false if it belongs to another installation. @throws {ObjectStoreError}
 * `unavailable`
 */
export async function claimStore(services: Pick<Services, 'db' | 'objects'>): Promise<boolean> {
  const owner = await ownerOfStore(services);
  if (owner === 'nobody') await markStore(services);
  return owner !== 'another';
}

/** Writes the database's id to the store, overwriting any other. */
export async function markStore({ db, objects }: Pick<Services, 'db' | 'objects'>): Promise<void> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  await objects.put(INSTALLATION, Buffer.from(`${id}\n`), 'text/plain');
}
