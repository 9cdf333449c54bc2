import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import { DAY_MS } from '../../../src/contract/retention.ts';
import type { InvitationRow, Tables, Tx, UserRow } from '../tables.ts';
import { fullName } from './users.ts';

/** How long an invitation is valid (docs/product/people-and-access.md, "Invitations"). */
const INVITATION_MS = 14 * DAY_MS;

/** The maximum length of a list. */
const LISTED = 500;

/** An invitation with the names of its subject. Invitations to deleted deals are left out. */
export type InvitationWithNames = InvitationRow & {
  organization_name: string;
  transaction_name: string | null;
  invited_by_name: string;
};

function allInvitations(db: Kysely<Tables>) {
  return db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.uuid', 'invitations.organization')
    .innerJoin('users', 'users.uuid', 'invitations.invited_by')
    .leftJoin('transactions as deal', 'deal.uuid', 'invitations.transaction')
    .selectAll('invitations')
    .select([
      'organizations.name as organization_name',
      'deal.name as transaction_name',
      fullName('users').as('invited_by_name'),
    ]);
}

function invitationsWithNames(db: Kysely<Tables>) {
  return allInvitations(db)
    .where('deal.deleted_at', 'is', null)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.uuid', 'desc')
    .limit(LISTED);
}

/** Invitations to these deals, by deal, newest first. */
export async function invitationsTo(
  tx: Tx,
  deals: readonly string[],
): Promise<Map<string, InvitationWithNames[]>> {
  const byDeal = new Map<string, InvitationWithNames[]>(deals.map((deal) => [deal, []]));
  if (deals.length === 0) return byDeal;
  const rows = await invitationsWithNames(tx)
    .clearLimit()
    .where(sql<boolean>`invitations.transaction = any(${deals}::uuid[])`)
    .execute();
  for (const row of rows) byDeal.get(row.transaction ?? '')?.push(row);
  return byDeal;
}

/** Invitations to join an organization, newest first. */
export async function invitationsToOrganization(
  db: Kysely<Tables>,
  organization: string,
): Promise<InvitationWithNames[]> {
  return invitationsWithNames(db)
    .where('invitations.organization', '=', organization)
    .where('invitations.transaction', 'is', null)
    .execute();
}

/**
 * Pending invitations that an account can see and accept by their ids: all invitations to its email address once that is
 * proved, and before that only those from organizations whose link it has used.
 */
export async function invitationsFor(
  db: Kysely<Tables>,
  user: Pick<UserRow, 'uuid' | 'email' | 'email_proved'>,
  now: Date,
): Promise<InvitationWithNames[]> {
  return invitationsWithNames(db)
    .where('invitations.email', '=', user.email.toLowerCase())
    .$if(!user.email_proved, (query) =>
      query.where('invitations.sent_from', 'in', (is) =>
        is.selectFrom('vouched_addresses').select('organization').where('user_uuid', '=', user.uuid),
      ),
    )
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Finds an invitation by its id or its token; undefined if it doesn't exist. */
export async function findInvitation(
  db: Kysely<Tables>,
  by: { uuid?: string | undefined; token?: string | undefined },
): Promise<InvitationWithNames | undefined> {
  return invitationsWithNames(db)
    .$if(by.uuid !== undefined, (query) => query.where('invitations.uuid', '=', by.uuid ?? ''))
    .$if(by.token !== undefined, (query) => query.where('token_hash', '=', hashToken(by.token ?? '')))
    .executeTakeFirst();
}

/** Invitations by their ids, in any state. */
export async function invitationsByIds(
  db: Kysely<Tables>,
  uuids: readonly string[],
): Promise<InvitationWithNames[]> {
  return allInvitations(db)
    .where(sql<boolean>`invitations.uuid = any(${uuids}::uuid[])`)
    .execute();
}

/** The same, in its current state, locked until the transaction ends. Its deal's row, if it has one, was locked before. */
export async function lockInvitation(tx: Tx, uuid: string): Promise<InvitationRow> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

type NewInvitation = Pick<
  InvitationRow,
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'organization'
  | 'transaction'
  | 'access'
  | 'invited_by'
  | 'sent_from'
  | 'mailed'
>;

/**
 * Writes an invitation. Its token is returned once, and only the SHA-256 is stored. An earlier pending invitation to the same
 * person becomes void, because people only look for the newest email.
 */
export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  now: Date,
): Promise<{ uuid: string; token: string; expiresAt: Date }> {
  const { email, organization, transaction } = invitation;
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('email', '=', email)
    .where('organization', '=', organization)
    .where('transaction', 'is not distinct from', transaction)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  const token = randomBytes(32).toString('base64url');
  const uuid = v7();
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  await tx
    .insertInto('invitations')
    .values({ uuid, ...invitation, token_hash: hashToken(token), created_at: now, expires_at: expiresAt })
    .execute();
  return { uuid, token, expiresAt };
}

/** Returns how many invitations a user has sent since then, and how many to one address. */
export async function countInvitations(
  tx: Tx,
  by: { user: string; email: string },
  since: Date,
): Promise<{ all: number; toThis: number }> {
  return tx
    .selectFrom('invitations')
    .select((is) => [
      is.fn.countAll<number>().as('all'),
      is.fn.countAll<number>().filterWhere('email', '=', by.email).as('toThis'),
    ])
    .where('invited_by', '=', by.user)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
}

/** Returns whether an invitation is to the address of this account, if the address has been proved. */
export async function isInvited(
  db: Kysely<Tables>,
  user: Pick<UserRow, 'uuid' | 'email' | 'email_proved'>,
  { email, sent_from }: Pick<InvitationRow, 'email' | 'sent_from'>,
): Promise<boolean> {
  if (email !== user.email.toLowerCase()) return false;
  if (user.email_proved) return true;
  const vouched = await db
    .selectFrom('vouched_addresses')
    .select('user_uuid')
    .where('user_uuid', '=', user.uuid)
    .where('organization', '=', sent_from)
    .executeTakeFirst();
  return vouched !== undefined;
}

/**
 * Records that an account has used the token of an invitation to its address. An emailed token proves that the address is
 * theirs. A token from an administrator proves it only to the organization that sent it.
 */
export async function noteTokenUsed(
  tx: Tx,
  user: string,
  { mailed, sent_from: organization }: Pick<InvitationRow, 'mailed' | 'sent_from'>,
  now: Date,
): Promise<void> {
  if (mailed) {
    await tx.updateTable('users').set({ email_proved: true }).where('uuid', '=', user).execute();
    return;
  }
  await tx
    .insertInto('vouched_addresses')
    .values({ user_uuid: user, organization, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markInvitation(
  tx: Tx,
  uuid: string,
  mark: { accepted_at: Date } | { revoked_at: Date },
): Promise<void> {
  await tx.updateTable('invitations').set(mark).where('uuid', '=', uuid).execute();
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Withdraws the pending invitation of a removed participant and, with `sent`, the ones that they sent, which would let them in
 * again. Returns whether there was any.
 */
export async function withdrawOf(
  tx: Tx,
  { deal, user, email, sent }: { deal: string; user: string; email: string; sent: boolean },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('transaction', '=', deal)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((is) =>
      is.or([is('email', '=', email.toLowerCase()), ...(sent ? [is('invited_by', '=', user)] : [])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
