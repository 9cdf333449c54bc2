import { sql, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { AccessAct, Tables } from './tables.ts';

/** What somebody did to the deals of an organization, or allowed others to. */
type Noted = {
  organization: string;
  transaction: string | null;
  user_uuid: string;
  acting_as: 'participant' | 'admin' | 'support';
  act: AccessAct;
};

/** What goes on for as long as a page is open counts once a day for each deal; a look at a deal, or a file, each time. */
const ONCE_A_DAY: ReadonlySet<AccessAct> = new Set(['listed', 'opened']);

/** Notes who has looked at what, before they are answered: what could not be noted is not shown. */
export async function noteAccess(db: Kysely<Tables>, noted: readonly Noted[], now: Date): Promise<void> {
  if (noted.length === 0) return;
  const rows = noted.map((row, seq) => ({
    ...row,
    uuid: v7({ msecs: now.getTime(), seq }),
    day: ONCE_A_DAY.has(row.act) ? now.toISOString().slice(0, 10) : null,
    at: now,
  }));
  // PostgreSQL takes 65,535 parameters a statement.
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
