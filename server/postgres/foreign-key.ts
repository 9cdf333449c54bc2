import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

/**
 * A foreign key of one column, named `TABLE_COLUMN_fkey` like PostgreSQL's own, and the effect of deleting the other
 * row.
 */
export type ForeignKey = {
  table: string;
  column: string;
  references: string;
  /** `no action` keeps the other row from being erased while this one names it. */
  onDelete: 'cascade' | 'set null' | 'no action';
};

/** How PostgreSQL abbreviates them. */
const ABBREVIATED = { cascade: 'c', 'set null': 'n', 'no action': 'a' };

/**
 * While a statement waits for its lock, everyone else waits behind it. So it gives up after this time and tries again.
 * Milliseconds.
 */
const LOCK_MS = 2000;
const AGAIN_MS = 500;
/** Readers that hold a table for longer than about five minutes must end first. */
const MOST_TRIES = 120;

/** PostgreSQL's code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Replaces a foreign key outside of a transaction. Tables of any size stay readable and writable: they are locked for a
 * moment, and the rows are checked afterwards. It can be repeated, and an interrupted replacement is resumed.
 * @throws {Error} of the driver, also if the lock is not granted within five minutes
 */
export async function replaceForeignKey<Tables>(
  db: Kysely<Tables>,
  key: ForeignKey,
  lockMs = LOCK_MS,
): Promise<void> {
  const name = sql.id(`${key.table}_${key.column}_fkey`);
  const table = sql.id(key.table);
  const found = await readKey(db, key);
  if (!found?.replaced) {
    await patiently(db, lockMs, async (tx) => {
      const onDelete = sql.raw(key.onDelete);
      await sql`
        alter table ${table}
          drop constraint if exists ${name},
          add constraint ${name} foreign key (${sql.id(key.column)}) references ${sql.id(key.references)}
            on delete ${onDelete} not valid
      `.execute(tx);
    });
  }
  if (!found?.replaced || !found.valid)
    await sql`alter table ${table} validate constraint ${name}`.execute(db);
}

async function readKey<Tables>(
  db: Kysely<Tables>,
  { table, column, onDelete }: ForeignKey,
): Promise<{ replaced: boolean; valid: boolean } | undefined> {
  const { rows } = await sql<{ replaced: boolean; valid: boolean }>`
    select confdeltype = ${ABBREVIATED[onDelete]} as replaced, convalidated as valid
    from pg_constraint where conrelid = to_regclass(${table}) and conname = ${`${table}_${column}_fkey`}
  `.execute(db);
  return rows[0];
}

/** Waits for a lock for this many milliseconds at a time. */
async function patiently<Tables>(
  db: Kysely<Tables>,
  lockMs: number,
  change: (tx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx);
        await change(tx);
      });
      return;
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || tries === MOST_TRIES) throw error;
      await wait(AGAIN_MS);
    }
  }
}
