import { sql, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { AccessAct, Tables } from '../tables.ts';

/** What a user did with the deals of an organization, or allowed others to do. */
type Noted = {
  organization: string;
  transaction: string | null;
  user_uuid: string;
  acting_as: 'participant' | 'admin' | 'support';
  act: AccessAct;
};

/** Repeated reads by an open page count once a day for each deal. A file counts each time. */
const ONCE_A_DAY: ReadonlySet<AccessAct> = new Set(['listed', 'opened']);

/** Opening a deal counts once an hour, because each device reports it, and reports it again if a response was lost. */
const VIEWED_EVERY_MS = 60 * 60_000;

/**
 * Records who has viewed what before the response is sent, so that nothing is shown that could not be recorded. `at` is when
 * they did.
 */
export async function noteAccess(db: Kysely<Tables>, noted: readonly Noted[], at: Date): Promise<void> {
  const fresh: Noted[] = [];
  for (const row of noted) if (row.act !== 'viewed' || !(await isNotedAbout(db, row, at))) fresh.push(row);
  if (fresh.length === 0) return;
  const rows = fresh.map((row, seq) => ({
    ...row,
    uuid: v7({ msecs: at.getTime(), seq }),
    day: ONCE_A_DAY.has(row.act) ? at.toISOString().slice(0, 10) : null,
    at,
  }));
  // PostgreSQL accepts 65,535 parameters per statement.
  for (let from = 0; from < rows.length; from += 5000) {
    await db
      .insertInto('access_log')
      .values(rows.slice(from, from + 5000))
      .onConflict((conflict) =>
        conflict
          .columns(['transaction', 'user_uuid', 'act', 'day'])
          .where(sql<boolean>`day is not null`)
          .doNothing(),
      )
      .execute();
  }
}

/** Returns whether the same act was recorded within an hour of that time. */
async function isNotedAbout(
  db: Kysely<Tables>,
  { organization, transaction, user_uuid, act }: Noted,
  at: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('access_log')
    .select('uuid')
    .where('organization', '=', organization)
    .where('at', '>', new Date(at.getTime() - VIEWED_EVERY_MS))
    .where('at', '<', new Date(at.getTime() + VIEWED_EVERY_MS))
    .where('transaction', '=', transaction)
    .where('user_uuid', '=', user_uuid)
    .where('act', '=', act)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
