import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../../src/contract/retention.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import { DOWNLOADS } from '../storage/object-keys.ts';
import type { SignedInUser } from './account/users.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { DownloadRow, Tables, Tx } from './tables.ts';

/** How long a download that a job created is available (docs/product/downloads.md). */
export const DOWNLOAD_KEPT_MS = 7 * DAY_MS;

/** The address of a download; below `/api`, authorized by the cookie. */
export function downloadPath(uuid: string): string {
  return `/api/downloads/${uuid}/file`;
}

/**
 * Returns a finished download of the user, or one that was shared with them. The caller checks that they see its deal.
 * @throws {Refusal} `not_found`, also after it has expired
 */
export async function readableDownload(
  tx: Tx,
  user: Pick<SignedInUser, 'uuid'>,
  { uuid, now }: { uuid: string; now: Date },
): Promise<DownloadRow> {
  const row = await tx.selectFrom('downloads').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  const isThere = row?.status === 'ready' && (row.expires_at === null || row.expires_at > now);
  if (!row || !isThere) throw notFound('This download');
  if (row.user_uuid === user.uuid) return row;
  const shared = await tx
    .selectFrom('notifications')
    .select('uuid')
    .where('user_uuid', '=', user.uuid)
    .where('shared_from', 'is not', null)
    .where(sql<boolean>`download_urls @> ${JSON.stringify([downloadPath(uuid)])}::jsonb`)
    .executeTakeFirst();
  if (!shared) throw notFound('This download');
  return row;
}

/** Null if there is no such download. */
export async function dealOfDownload(db: Kysely<Tables>, uuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('downloads')
    .select('transaction')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.transaction ?? null;
}

/** Locked until the transaction ends. */
export async function lockDownload(tx: Tx, uuid: string): Promise<DownloadRow | undefined> {
  return tx.selectFrom('downloads').selectAll().where('uuid', '=', uuid).forUpdate().executeTakeFirst();
}

/** Removes downloads a week after they were created, including those that were downloaded at once. */
export async function sweepDownloads(services: Services): Promise<void> {
  const { db, objects } = services;
  const now = services.now();
  const before = new Date(now.getTime() - DOWNLOAD_KEPT_MS);
  for await (const { key, modified } of objects.list(DOWNLOADS)) {
    if (modified < before) await objects.remove(key);
  }
  await deleteInBatches(db, 'downloads', sql`expires_at < ${now}`);
}
