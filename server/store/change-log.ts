import { createHash } from 'node:crypto';
import type { ChangeCollection, Tx } from './tables.ts';

/** More rows than these behind, and everything costs a reader less than the differences. */
export const FEED_MOST_CHANGES = 5000;

/**
 * The names of the histories that led a deal to these of its versions. A name is made of what was written at that
 * version and when: a database that was rolled back and went on has other names from there on (docs/adr/0007). Versions
 * that the log does not have are absent.
 */
export async function epochsOf(
  tx: Tx,
  deal: string,
  versions: readonly number[],
): Promise<Map<number, string>> {
  const lines = await tx
    .selectFrom('change_log')
    .select(['version', 'at', 'actor', 'command', 'op', 'collection', 'row'])
    .where('transaction', '=', deal)
    .where('version', 'in', versions)
    .where('seq', '=', 0)
    .execute();
  return new Map(
    lines.map(({ version, at, actor, command, op, collection, row }) => {
      const written = [deal, version, at.toISOString(), actor, command, op, collection, row].join(' ');
      return [version, createHash('sha256').update(written).digest('base64url').slice(0, 22)];
    }),
  );
}

/** Ids of the rows that a deal's changes touched, by collection. */
export type TouchedRows = ReadonlyMap<ChangeCollection, readonly string[]>;

/** What was touched after a version, each row once; null where it is more than `FEED_MOST_CHANGES`. */
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
