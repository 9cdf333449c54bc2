import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, KEPT_DAYS } from '../../../src/contract/retention.ts';
import type { Services } from '../../services.ts';
import type { ChangeCollection, Tx } from '../tables.ts';

/** If a reader is further behind than this, in rows, a full read costs less than the differences. */
export const FEED_MOST_CHANGES = 5000;

/**
 * The names of the histories that led a deal to these of its versions. A name is made from what was written at that
 * version and when, so a database that was rolled back and continued has other names from there on (docs/adr/0007).
 * The restore of a backup renames them all, so that every device loads its deals again. Versions that the log does
 * not have are absent.
 */
export async function epochsOf(
  tx: Tx,
  deal: string,
  versions: readonly number[],
): Promise<Map<number, string>> {
  const lines = await tx
    .selectFrom('change_log')
    .select(['version', 'at', 'actor', 'command', 'op', 'collection', 'row'])
    .select((is) => is.selectFrom('installation').select('feed_epoch').as('restored'))
    .where('transaction', '=', deal)
    .where('version', 'in', versions)
    .where('seq', '=', 0)
    .execute();
  return new Map(
    lines.map(({ version, at, actor, command, op, collection, row, restored }) => {
      const written = [deal, version, at.toISOString(), actor, command, op, collection, row]
        .concat(restored ? [restored] : [])
        .join(' ');
      return [version, createHash('sha256').update(written).digest('base64url').slice(0, 22)];
    }),
  );
}

/** Ids of the rows that a deal's changes touched, by collection. */
export type TouchedRows = ReadonlyMap<ChangeCollection, readonly string[]>;

/** Returns what was touched after a version, each row once; null if it is more than `FEED_MOST_CHANGES`. */
export async function touchedSince(tx: Tx, deal: string, version: number): Promise<TouchedRows | null> {
  const lines = await tx
    .selectFrom('change_log')
    .select(['collection', 'row'])
    .distinct()
    .where('transaction', '=', deal)
    .where('version', '>', version)
    .limit(FEED_MOST_CHANGES + 1)
    .execute();
  if (lines.length > FEED_MOST_CHANGES) return null;
  const touched = new Map<ChangeCollection, string[]>();
  for (const { collection, row } of lines) {
    const rows = touched.get(collection);
    if (rows) rows.push(row);
    else touched.set(collection, [row]);
  }
  return touched;
}

/**
 * Deletes changes of deals from more than 90 days ago. The deal's version of that day and everything later stay, so that a
 * cursor of the last 90 days still works. Of earlier changes, the last one of each field by each person and device stays,
 * because an edit can be based on a version of any age, and must still conflict with it.
 */
export async function sweepChanges({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const limit = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  const deals = await db
    .selectFrom('change_log')
    .innerJoin('transactions as deal', 'deal.uuid', 'change_log.transaction')
    .select((of) => ['deal.uuid', of.fn.max('change_log.version').as('version')])
    .where('change_log.at', '<', limit)
    .whereRef('change_log.version', '>', 'deal.changes_from')
    .groupBy('deal.uuid')
    .execute();
  const failed: unknown[] = [];
  for (const { uuid, version } of deals) {
    // A deal that can't be swept must not prevent sweeping the others.
    await db
      .transaction()
      .execute(async (tx) => forgetChangesBefore(tx, uuid, version))
      .catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `The changes of ${failed.length} deals could not be removed.`);
}

async function forgetChangesBefore(tx: Tx, deal: string, version: number): Promise<void> {
  const moved = await tx
    .updateTable('transactions')
    .set({ changes_from: version })
    .where('uuid', '=', deal)
    .where('changes_from', '<', version)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return;
  await sql`
    delete from change_log line
    where line.transaction = ${deal} and line.version < ${version}
      and (
        line.detail -> 'fields' is null
        or exists (
          select from change_log later
          where later."row" = line."row" and later.version > line.version
            and later.actor is not distinct from line.actor
            and later.origin is not distinct from line.origin
            and (later.detail -> 'fields') @> (line.detail -> 'fields')
        )
      )
  `.execute(tx);
}
