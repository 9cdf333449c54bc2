import { createHash, randomBytes } from 'node:crypto';
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { SignedInUser } from '../store/account/users.ts';
import { announceSignOut } from '../store/deals/deal-moves.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import type { SignInRow, Tables, Tx, UserRow } from '../store/tables.ts';

/** A session ends 12 hours after its last use. */
const SESSION_MS = 12 * 60 * 60 * 1000;
/** And 30 days after the sign-in, regardless of use. */
const SIGN_IN_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Clients refresh if less than this is left. On the last of the 30 days a refresh has no effect, and they would
 * repeat it again and again.
 */
const LAST_REFRESH_MS = 30 * 60 * 1000;
/** A replaced token stays valid this long, because the response with the new one may be lost. */
const ROTATED_MS = 60_000;
/** Use extends a session only after this much of it has passed, so that not every request writes. */
const PROLONG_AFTER_MS = 10 * 60 * 1000;
/** The last use is recorded at most once in this time. */
const TOLD_AFTER_MS = 60_000;

const USER_AGENT_MAX = 500;

/** The origin of a request, if known. */
export type Caller = { address: string; userAgent: string };

export type Session = { token: string; family: string; expiresAt: Date };

export type FoundSession = Session & {
  user: SignedInUser;
  /** Changes caused by this use that the cookies must reflect: the expiry, or the token itself. */
  news: 'none' | 'prolonged' | 'renewed';
};

/**
 * Begins a session. The token is returned once and only its SHA-256 is stored. It takes one statement, because many
 * sign-ins may arrive at once. From now on the address counts as the user's own.
 */
export async function beginSession(
  db: Kysely<Tables>,
  user: Pick<UserRow, 'uuid' | 'role'>,
  { caller, addressKey }: { caller: Caller; addressKey: string },
  now: Date,
): Promise<Session> {
  const family = v7();
  const { token, row } = newToken(user, { family, since: now }, now);
  const signIn = {
    uuid: family,
    user_uuid: user.uuid,
    ...traits(caller),
    created_at: now,
    last_used_at: now,
  };
  await db
    .with('sign_in', (is) => is.insertInto('sign_ins').values(signIn))
    .with('known', (is) =>
      is
        .insertInto('login_addresses')
        .values({ user_uuid: user.uuid, address: addressKey, last_at: now })
        .onConflict((conflict) => conflict.columns(['user_uuid', 'address']).doUpdateSet({ last_at: now })),
    )
    .insertInto('sessions')
    .values(row)
    .execute();
  return { token, family, expiresAt: row.expires_at };
}

/**
 * Replaces the token with a new one that is valid for 12 hours; null if the session was ended at the same moment or
 * its 30 days are over.
 */
export async function rotateSession(
  db: Kysely<Tables>,
  session: Pick<FoundSession, 'token' | 'family' | 'user'>,
  now: Date,
): Promise<Session | null> {
  return db.transaction().execute(async (tx) => {
    const since = await lockFamily(tx, session.family);
    if (!since || since.getTime() + SIGN_IN_MS - now.getTime() < LAST_REFRESH_MS) return null;
    const live = await tx
      .selectFrom('sessions')
      .select('token_hash')
      .where('token_hash', '=', hashToken(session.token))
      .where('renewable', '=', true)
      .executeTakeFirst();
    if (!live) return null;
    const next = await insertToken(tx, session.user, { family: session.family, since }, now);
    await tx
      .updateTable('sessions')
      .set({ rotated: true, expires_at: new Date(now.getTime() + ROTATED_MS) })
      .where('token_hash', '=', hashToken(session.token))
      // A token that was already replaced must not be extended by another request.
      .where('rotated', '=', false)
      .execute();
    return next;
  });
}

/**
 * Keeps one session of a user who has changed their password, with a new token, and ends all others. A copy of the old token
 * works for another minute, for pending requests only. Returns null if the session ended in the same moment.
 */
export async function keepOnlySession(
  tx: Tx,
  { family, user }: Pick<FoundSession, 'family' | 'user'>,
  now: Date,
): Promise<Session | null> {
  await endSignIns(tx, user.uuid, { but: family });
  const since = await lockFamily(tx, family);
  if (!since) return null;
  await tx
    .updateTable('sessions')
    .set((is) => ({
      rotated: true,
      renewable: false,
      expires_at: is.fn<Date>('least', ['expires_at', is.val(new Date(now.getTime() + ROTATED_MS))]),
    }))
    .where('family', '=', family)
    .execute();
  return insertToken(tx, user, { family, since }, now);
}

/** Ends the session and all of its tokens. */
export async function endSession(db: Kysely<Tables>, token: string): Promise<void> {
  await db
    .deleteFrom('sign_ins')
    .where('uuid', 'in', (is) =>
      is.selectFrom('sessions').select('family').where('token_hash', '=', hashToken(token)),
    )
    .execute();
}

/** Ends all of a user's sessions, or all but one, and their event streams in every process. */
export async function endSignIns(
  db: Kysely<Tables>,
  user: string,
  { but }: { but?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('sign_ins')
    .where('user_uuid', '=', user)
    .$if(but !== undefined, (query) => query.where('uuid', '!=', but ?? ''))
    .execute();
  await announceSignOut(db, user);
}

/** Ends one of the user's own sessions; returns false if they have no session with that id. */
export async function endSignIn(db: Kysely<Tables>, user: string, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_ins')
    .where('user_uuid', '=', user)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns a user's live sessions, most recently used first. */
export async function listSignIns(db: Kysely<Tables>, user: string, now: Date): Promise<SignInRow[]> {
  return db
    .selectFrom('sign_ins')
    .selectAll()
    .where('user_uuid', '=', user)
    .where((is) => hasLivingToken(is, now))
    .orderBy('last_used_at', 'desc')
    .orderBy('uuid', 'desc')
    .execute();
}

/**
 * Ends the whole sign-in if this token was replaced more than a minute ago, because two holders then have copies of
 * it. Returns the sign-in that was ended; null if the token is not one of these, or its session has ended anyway.
 */
export async function endReusedChain(tx: Tx, token: string, now: Date): Promise<SignInRow | null> {
  const ended = await tx
    .deleteFrom('sign_ins')
    .where('uuid', 'in', (is) =>
      is
        .selectFrom('sessions')
        .select('family')
        .where('token_hash', '=', hashToken(token))
        .where('rotated', '=', true)
        .where('expires_at', '<=', now),
    )
    .where((is) => hasLivingToken(is, now))
    .returningAll()
    .executeTakeFirst();
  return ended ?? null;
}

function hasLivingToken(is: ExpressionBuilder<Tables, 'sign_ins'>, now: Date) {
  return is.exists(
    is
      .selectFrom('sessions')
      .select('family')
      .whereRef('sessions.family', '=', 'sign_ins.uuid')
      .where('expires_at', '>', now),
  );
}

/**
 * When the sign-in began, if it still exists. A concurrent refresh would add a token that the sign-out misses, so one
 * waits for the other.
 */
async function lockFamily(tx: Tx, family: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('sign_ins')
    .select('created_at')
    .where('uuid', '=', family)
    .forUpdate()
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/**
 * Returns the live session of a token and extends it; null if no live session has it. With `person`, a session of another user is
 * ignored and not extended: the request is not theirs, and the response must not contain their new token.
 */
export async function findSession(
  db: Kysely<Tables>,
  token: string,
  caller: Caller,
  now: Date,
  person: string | null = null,
): Promise<FoundSession | null> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('sessions')
    .innerJoin('sign_ins', 'sign_ins.uuid', 'sessions.family')
    .innerJoin('users', 'users.uuid', 'sessions.user_uuid')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .selectAll('users')
    .select([
      'organizations.name as organization_name',
      'sessions.family',
      'sessions.expires_at',
      'sessions.rotated',
      'sessions.role as role_then',
      'sign_ins.last_used_at',
      'sign_ins.created_at as since',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .where('sign_ins.created_at', '>', new Date(now.getTime() - SIGN_IN_MS))
    .executeTakeFirst();
  if (!row || (person !== null && row.uuid !== person)) return null;
  const { family, expires_at: expiresAt, rotated, role_then: roleThen, last_used_at, since, ...user } = row;
  if (now.getTime() - last_used_at.getTime() >= TOLD_AFTER_MS) await tellOfUse(db, family, caller, now);
  const session = { token, family, expiresAt, user };
  if (roleThen !== user.role) {
    // The user's rights have changed, so tokens issued under other rights are replaced. One that can't be replaced
    // expires in seconds anyway.
    const renewed = await rotateSession(db, session, now);
    return renewed ? { ...renewed, user, news: 'renewed' } : { ...session, news: 'none' };
  }
  const later = expiryOf(since, now);
  const isOld = !rotated && later.getTime() - expiresAt.getTime() > PROLONG_AFTER_MS;
  if (!isOld) return { ...session, news: 'none' };
  await db
    .updateTable('sessions')
    .set({ expires_at: later })
    .where('token_hash', '=', tokenHash)
    .where('rotated', '=', false)
    .execute();
  return { ...session, expiresAt: later, news: 'prolonged' };
}

async function tellOfUse(db: Kysely<Tables>, family: string, caller: Caller, now: Date): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ ...traits(caller), last_used_at: now })
    .where('uuid', '=', family)
    // If several requests arrive at once, one writes.
    .where('last_used_at', '<=', new Date(now.getTime() - TOLD_AFTER_MS))
    .execute();
}

/** Returns which of these sign-ins still have a session. Checking does not extend it. */
export async function livingSessions(
  db: Kysely<Tables>,
  families: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('family')
    .distinct()
    .where(sql<boolean>`family = any(${families}::uuid[])`)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.family));
}

/**
 * Deletes sign-ins that have ended, with all of their tokens. Replaced tokens of the others stay, because their reuse
 * must be noticed.
 */
export async function sweepSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  const lives = sql`exists (
    select from sessions where sessions.family = sign_ins.uuid and sessions.expires_at > ${now}
  )`;
  await deleteInBatches(db, 'sign_ins', sql`not ${lives}`);
}

/** 12 hours from now, but not beyond the 30 days of a sign-in that began then. */
function expiryOf(since: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_MS, since.getTime() + SIGN_IN_MS));
}

async function insertToken(
  tx: Tx,
  user: Pick<UserRow, 'uuid' | 'role'>,
  signIn: { family: string; since: Date },
  now: Date,
): Promise<Session> {
  const { token, row } = newToken(user, signIn, now);
  await tx.insertInto('sessions').values(row).execute();
  return { token, family: signIn.family, expiresAt: row.expires_at };
}

function newToken(
  user: Pick<UserRow, 'uuid' | 'role'>,
  { family, since }: { family: string; since: Date },
  now: Date,
) {
  const token = randomBytes(32).toString('base64url');
  const row = {
    token_hash: hashToken(token),
    family,
    user_uuid: user.uuid,
    role: user.role,
    created_at: now,
    expires_at: expiryOf(since, now),
  };
  return { token, row };
}

function traits({ address, userAgent }: Caller): { address: string; user_agent: string } {
  return { address, user_agent: userAgent.slice(0, USER_AGENT_MAX).toWellFormed().replaceAll('\0', '') };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
