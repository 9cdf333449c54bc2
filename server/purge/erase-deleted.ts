import { sql, type Kysely } from 'kysely';
import { DAY_MS, RESTORABLE_DAYS } from '../../src/contract/retention.ts';
import type { Services } from '../services.ts';
import { ARCHIVES, contentOf, FILES, PDFS, PICTURES } from '../storage/object-keys.ts';
import { claimStore, FOREIGN_STORE } from '../store/installation.ts';
import type { Tables } from '../store/tables.ts';
import { eraseDeletedRows } from './erase-rows.ts';
import { neededKeys } from './needed-objects.ts';
import { removeContent } from './remove-files.ts';

/** The number of keys in one query. */
const BATCH = 500;

/** Younger objects are left alone, because an upload or a conversion may be about to name them. */
const ORPHAN_AGE_MS = DAY_MS;

/** How long a deleted deal waits for its purge to end after it can no longer be restored. */
const PURGE_DAYS = 30;

/**
 * Runs the erasure if a day has passed since any process last ran it. A failed or interrupted one is repeated the next time.
 * @throws {Error} the errors of `eraseDeleted`
 */
export async function eraseWhenDue(services: Pick<Services, 'db' | 'objects' | 'now'>): Promise<void> {
  const { db, now } = services;
  const begun = now();
  const { erased_at: last } = await db
    .selectFrom('installation')
    .select('erased_at')
    .executeTakeFirstOrThrow();
  if (begun.getTime() - last.getTime() < DAY_MS) return;
  await eraseDeleted(services);
  await db.updateTable('installation').set({ erased_at: begun }).execute();
}

/**
 * Erases what was deleted more than 30 days ago, and then every object in the store that no row names: files, PDFs, pictures
 * of pages and archives. It relies on the current state of the database and the store, so the next run makes up for an
 * interrupted one. A failure doesn't stop the rest.
 * @throws {Error} if the store belongs to another installation. Nothing is erased in that case
 * @throws {AggregateError} why some of it could not be erased
 */
export async function eraseDeleted(services: Pick<Services, 'db' | 'objects' | 'now'>): Promise<void> {
  const { db, now } = services;
  if (!(await claimStore(services))) throw new Error(FOREIGN_STORE);
  const limit = new Date(now().getTime() - RESTORABLE_DAYS * DAY_MS);
  const failures: unknown[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    await work().catch((cause: unknown) => failures.push(new Error(`${what}: ${String(cause)}`, { cause })));
  };
  for (const deal of await deletedDeals(db, limit)) await attempt(deal, async () => eraseDeal(db, deal));
  failures.push(...(await eraseDeletedRows(db, limit)));
  for (const prefix of [PICTURES, PDFS, FILES])
    await attempt(prefix, async () => removeOrphans(services, prefix));
  await attempt(ARCHIVES, async () => removeOrphanArchives(services));
  if (failures.length > 0)
    throw new AggregateError(failures, `Could not be erased: ${failures.map(String).join('; ')}`);
}

/** Deals whose purge is in progress wait for its end, for a limited time. */
async function deletedDeals(db: Kysely<Tables>, limit: Date): Promise<string[]> {
  const longAgo = new Date(limit.getTime() - PURGE_DAYS * DAY_MS);
  const deals = await db
    .selectFrom('transactions')
    .select('uuid')
    .where('deleted_at', '<', limit)
    .where((where) =>
      where.or([
        where('purge_approved_at', 'is', null),
        where('purged_at', 'is not', null),
        where('deleted_at', '<', longAgo),
      ]),
    )
    .execute();
  return deals.map(({ uuid }) => uuid);
}

async function eraseDeal(db: Kysely<Tables>, deal: string): Promise<void> {
  // Everything that belongs to it is also erased (migration 0077).
  await db.deleteFrom('transactions').where('uuid', '=', deal).execute();
}

/**
 * If there are more orphans than both limits, the database is older than the store, as after a restore by other means than
 * ours, which keeps the installation's id. Or the store had no id yet and belongs to another database.
 */
const ORPHANS_AT_MOST = { count: 20, share: 0.2 };

/**
 * Removes the old objects below a prefix whose content no row names. Removes nothing if there are suspiciously many:
 * a server that was started with the wrong database, or with an older backup, must not empty the store.
 * @throws {Error} in that case
 */
async function removeOrphans(
  services: Pick<Services, 'db' | 'objects' | 'now'>,
  prefix: string,
): Promise<void> {
  const { db, objects, now } = services;
  const before = new Date(now().getTime() - ORPHAN_AGE_MS);
  let batch = new Set<string>();
  let seen = 0;
  const orphans: string[] = [];
  const look = async () => {
    const contents = [...batch];
    batch = new Set();
    seen += contents.length;
    const { files, pdfs } = await neededKeys(db, contents);
    const named = new Set([...(prefix === PICTURES ? pdfs : files)].map(asNamedBelow(prefix)));
    orphans.push(...contents.filter((content) => !named.has(content)));
  };
  let last = '';
  for await (const { key, modified } of objects.list(prefix)) {
    const content = contentOf(key);
    if (modified >= before || content === last) continue;
    last = content;
    batch.add(content);
    if (batch.size >= BATCH) await look();
  }
  if (batch.size > 0) await look();
  const { count, share } = ORPHANS_AT_MOST;
  if (orphans.length > count && orphans.length > seen * share) {
    throw new Error(
      `${orphans.length} of ${seen} stored objects are unknown to this database, so none were removed. Check that DATABASE_URL and OBJECT_STORE belong together.`,
    );
  }
  for (const content of orphans) await removeContent(services, content);
}

/**
 * Returns the content that a needed key protects below a prefix: pictures are protected by a PDF of either kind, and other
 * objects by their own key.
 */
function asNamedBelow(prefix: string): (key: string) => string {
  return (key) => (prefix === PICTURES || key.startsWith(prefix) ? contentOf(key) : '');
}

/** Archives of erased deals. */
async function removeOrphanArchives({
  db,
  objects,
  now,
}: Pick<Services, 'db' | 'objects' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - ORPHAN_AGE_MS);
  for await (const { key, modified } of objects.list(ARCHIVES)) {
    if (modified >= before) continue;
    // The first archives were named `archives/DEAL.zip`; later ones have a folder for each deal.
    const named = contentOf(key).replace(/\.zip$/, '');
    const deal = await db
      .selectFrom('transactions')
      .select('uuid')
      .where((is) => is.or([is('archive_key', '=', key), sql<boolean>`uuid::text = ${named}`]))
      .executeTakeFirst();
    if (!deal) await objects.remove(key);
  }
}
