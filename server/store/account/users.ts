import { sql } from 'kysely';
import type { Tx, UserRow } from '../tables.ts';

/** A person's name as others see it. */
export function fullName(table: 'users' | 'creator') {
  return sql<string>`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`;
}

/** An account with the name of its organization. */
export type Account = UserRow & { organization_name: string };

/** The signed-in user of a request. */
export type SignedInUser = Account;

export type MemberRow = Pick<UserRow, 'uuid' | 'email' | 'role' | 'organization' | 'disabled_at'> & {
  full_name: string;
};

/** The members of these organizations, by name: the people who work on deals, without support. */
export async function listMembers(tx: Tx, organizations: readonly string[]): Promise<MemberRow[]> {
  return membersOf(tx, organizations).orderBy('full_name').orderBy('users.uuid').execute();
}

/**
 * The id of a user, found by id or by email address in lower case, with whom this user shares an organization or a deal; null
 * for anyone else, and for disabled accounts.
 */
export async function acquaintance(
  tx: Tx,
  of: Pick<SignedInUser, 'uuid' | 'organization'>,
  { uuid, email }: { uuid?: string | undefined; email?: string | undefined },
): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('users.uuid')
    .$if(uuid !== undefined, (query) => query.where('users.uuid', '=', uuid ?? ''))
    .$if(email !== undefined, (query) => query.where(sql<string>`lower(users.email)`, '=', email ?? ''))
    .where('users.role', '!=', 'support')
    .where('users.disabled_at', 'is', null)
    .where((is) =>
      is.or([
        is('users.organization', '=', of.organization),
        is.exists(
          is
            .selectFrom('participants as theirs')
            .innerJoin('participants as own', 'own.transaction', 'theirs.transaction')
            .innerJoin('transactions', 'transactions.uuid', 'theirs.transaction')
            .select('theirs.uuid')
            .whereRef('theirs.user_uuid', '=', 'users.uuid')
            .where('own.user_uuid', '=', of.uuid)
            .where('theirs.deleted', '=', false)
            .where('own.deleted', '=', false)
            .where('transactions.deleted_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst();
  return row?.uuid ?? null;
}

function membersOf(tx: Tx, organizations: readonly string[]) {
  return tx
    .selectFrom('users')
    .select([
      'users.uuid',
      'users.email',
      'users.role',
      'users.organization',
      'users.disabled_at',
      fullName('users').as('full_name'),
    ])
    .where('users.organization', 'in', organizations)
    .where('users.role', '!=', 'support');
}

/** Returns the user in the form of a signed-in user; undefined if no user has that id. */
export async function accountById(tx: Tx, uuid: string): Promise<Account | undefined> {
  return tx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .selectAll('users')
    .select('organizations.name as organization_name')
    .where('users.uuid', '=', uuid)
    .executeTakeFirst();
}
