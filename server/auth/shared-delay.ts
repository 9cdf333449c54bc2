import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import type { Tables } from '../store/tables.ts';
import type { DelayRule } from './growing-delay.ts';

/** A known wait is looked up again after this time, because another process may have ended it. */
const KNOWN_MS = 2000;
const KNOWN_MAX = 20_000;

/** Attempts of this process between cleanups. */
const SWEEP_EVERY = 5000;

/** An attempt under one key of a rule, such as an address. `name` keeps the keys of different rules apart. */
export type Attempt = { name: string; key: string; rule: DelayRule };

/**
 * Counts attempts in the database, for all processes together, and returns how long the next one has to wait (see
 * `GrowingDelay`). Keys are stored as hashes, because people type passwords into address fields.
 */
export class SharedDelay {
  readonly #db: Kysely<Tables>;
  readonly #now: () => Date;
  #counted = 0;
  /** Waits that were recently found in the database: many attempts under one key query it once in two seconds. */
  readonly #known = new Map<string, { until: number; learnedAt: number }>();

  constructor(db: Kysely<Tables>, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns how many milliseconds the attempts still have to wait, as far as this process knows without a query; 0 = no known wait. */
  knownWait(attempts: readonly Attempt[]): number {
    const now = this.#now().getTime();
    const waits = attempts.map((attempt) => {
      const known = this.#known.get(keyOf(attempt));
      return known && now >= known.learnedAt && now - known.learnedAt < KNOWN_MS ? known.until - now : 0;
    });
    return Math.max(0, ...waits);
  }

  /**
   * Counts an attempt under all of these keys before its outcome is known, so that each of many simultaneous attempts counts.
   * Returns 0, or the milliseconds to wait. In that case, it isn't counted.
   */
  async count(attempts: readonly Attempt[]): Promise<number> {
    const known = this.knownWait(attempts);
    if (known > 0) return known;
    const now = this.#now();
    this.#counted += 1;
    // A flood of attempts must not fill the table until the daily sweep.
    if (this.#counted % SWEEP_EVERY === 0) await sweepAttempts(this.#db, now);
    // In a fixed order, so that concurrent statements can't deadlock.
    const rows = attempts
      .map((attempt) => ({ key: keyOf(attempt), rule: attempt.rule }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    const { rows: counted } = await sql<{ key: string }>`
      insert into attempts as kept (key, count, waits_until, last_at, free, first_ms, most_ms, forget_ms)
      values ${sql.join(
        rows.map(
          ({ key, rule }) =>
            sql`(${key}, 1, ${afterFirst(rule, now)}::timestamptz, ${now}::timestamptz, ${rule.free}::int, ${rule.first}::int, ${rule.most}::int, ${rule.forgetAfter}::int)`,
        ),
      )}
      on conflict (key) do update set (count, waits_until, last_at) = (
        select tries.count,
          case when tries.count < excluded.free then '-infinity'::timestamptz
            else excluded.last_at + interval '1 ms'
              * least(excluded.most_ms, excluded.first_ms * power(2, least(tries.count - excluded.free, 30))) end,
          excluded.last_at
        from (
          select 1 + case when excluded.last_at - kept.last_at < interval '1 ms' * kept.forget_ms
            then kept.count else 0 end as count
        ) as tries
      )
      where kept.waits_until <= excluded.last_at
      returning key
    `.execute(this.#db);
    if (counted.length === rows.length) return 0;
    await this.#refundKeys(counted.map(({ key }) => key));
    return this.#waitFor(
      rows.map(({ key }) => key),
      now,
    );
  }

  /** Takes back attempts that should not count, and the waits that they caused. */
  async refund(attempts: readonly Attempt[]): Promise<void> {
    await this.#refundKeys(attempts.map(keyOf));
  }

  async forget(attempts: readonly Attempt[]): Promise<void> {
    const keys = attempts.map(keyOf);
    for (const key of keys) this.#known.delete(key);
    await this.#db.deleteFrom('attempts').where('key', 'in', keys).execute();
  }

  async #refundKeys(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) this.#known.delete(key);
    // An attempt is counted only when the previous wait is over. Rows are locked in the order in which they are counted.
    await sql`
      with taken as (select key from attempts where key = any(${keys}) order by key for update)
      update attempts set count = greatest(count - 1, 0), waits_until = '-infinity'
      where key in (select key from taken)
    `.execute(this.#db);
  }

  async #waitFor(keys: readonly string[], now: Date): Promise<number> {
    const rows = await this.#db
      .selectFrom('attempts')
      .select(['key', 'waits_until'])
      .where('key', 'in', keys)
      .where('waits_until', '>', now)
      .execute();
    if (this.#known.size > KNOWN_MAX) this.#known.clear();
    for (const { key, waits_until: until } of rows)
      this.#known.set(key, { until: until.getTime(), learnedAt: now.getTime() });
    // The wait may have just ended: return the minimum wait.
    return Math.max(1, ...rows.map(({ waits_until: until }) => until.getTime() - now.getTime()));
  }
}

/** Deletes attempts that no longer count. */
export async function sweepAttempts(db: Kysely<Tables>, now: Date): Promise<void> {
  const forgotten = sql<boolean>`last_at < ${now}::timestamptz - interval '1 ms' * forget_ms`;
  await deleteInBatches(db, 'attempts', forgotten);
}

/** Returns until when the second attempt has to wait. */
function afterFirst({ free, first }: DelayRule, now: Date): Date | string {
  return free > 1 ? '-infinity' : new Date(now.getTime() + first);
}

function keyOf({ name, key }: Attempt): string {
  return createHash('sha256').update(`${name} ${key}`).digest('base64url');
}
