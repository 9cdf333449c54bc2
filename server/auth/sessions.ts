import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { Tables, Tx, UserRow } from '../store/tables.ts';

/** A session ends 12 hours after its last use. */
const SESSION_MS = 12 * 60 * 60 * 1000;
/** A replaced token stays good this long: the answer that brought the new one may be lost. */
const ROTATED_MS = 60_000;
/** Use prolongs a session once this much of it has gone by: not every request writes. */
const PROLONG_AFTER_MS = 10 * 60 * 1000;

export type Session = { token: string; family: string; expiresAt: Date };

export type FoundSession = Session & {
  user: UserRow & { organization_name: string };
  /** Its expiry was moved by this use; the cookie that tells it has to follow. */
  prolonged: boolean;
};

/** Begins a session: the token is told once, only its SHA-256 is kept. */
export async function beginSession(db: Kysely<Tables>, user: string, now: Date): Promise<Session> {
  return insertToken(db, user, v7(), now);
}

/** Replaces the token by a new one that lives 12 hours; null where the session was ended in the same moment. */
export async function rotateSession(
  db: Kysely<Tables>,
  session: FoundSession,
  now: Date,
): Promise<Session | null> {
  return db.transaction().execute(async (tx) => {
    await lockFamily(tx, session.family);
    const live = await tx
      .selectFrom('sessions')
      .select('token_hash')
      .where('token_hash', '=', hashToken(session.token))
      .executeTakeFirst();
    if (!live) return null;
    const next = await insertToken(tx, session.user.uuid, session.family, now);
    await tx
      .updateTable('sessions')
      .set({ rotated: true, expires_at: new Date(now.getTime() + ROTATED_MS) })
      .where('token_hash', '=', hashToken(session.token))
      // One that was replaced already must not live longer by asking again.
      .where('rotated', '=', false)
      .execute();
    return next;
  });
}

/** Ends the session and every token that came of it. */
export async function endSession(db: Kysely<Tables>, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('family')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (!session) return;
    await lockFamily(tx, session.family);
    await tx.deleteFrom('sessions').where('family', '=', session.family).execute();
  });
}

/** A refresh under way would add a token that a sign-out does not see: one of them waits for the other. */
async function lockFamily(tx: Tx, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`session ${family}`}, 0))`.execute(tx);
}

/** The live session of a token, prolonged by its use; null when there is none. */
export async function findSession(
  db: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<FoundSession | null> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uuid', 'sessions.user_uuid')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .selectAll('users')
    .select([
      'organizations.name as organization_name',
      'sessions.family',
      'sessions.expires_at',
      'sessions.rotated',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { family, expires_at: expiresAt, rotated, ...user } = row;
  const prolonged = !rotated && expiresAt.getTime() - now.getTime() < SESSION_MS - PROLONG_AFTER_MS;
  if (!prolonged) return { token, family, expiresAt, user, prolonged };
  const later = new Date(now.getTime() + SESSION_MS);
  await db
    .updateTable('sessions')
    .set({ expires_at: later })
    .where('token_hash', '=', tokenHash)
    .where('rotated', '=', false)
    .execute();
  return { token, family, expiresAt: later, user, prolonged };
}

/** Which of these sign-ins still have a session. Looking does not prolong it. */
export async function livingSessions(
  db: Kysely<Tables>,
  families: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('family')
    .distinct()
    .where('family', 'in', families)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.family));
}

/** Forgets sessions that have ended. */
export async function sweepSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
}

async function insertToken(db: Kysely<Tables>, user: string, family: string, now: Date): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), family, user_uuid: user, created_at: now, expires_at: expiresAt })
    .execute();
  return { token, family, expiresAt };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
