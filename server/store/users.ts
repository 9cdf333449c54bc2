import { sql } from 'kysely';
import type { Tx, UserRow } from './tables.ts';

/** A person's name as others see it. */
export function fullName(table: 'users' | 'creator') {
  return sql<string>`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`;
}

export type MemberRow = Pick<UserRow, 'uuid' | 'email' | 'role' | 'organization'> & { full_name: string };

/** Who is of these organizations, by name: the people that deals are worked on by, not those of the support. */
export async function listMembers(tx: Tx, organizations: readonly string[]): Promise<MemberRow[]> {
  return membersOf(tx, organizations).orderBy('full_name').orderBy('users.uuid').execute();
}

/** One of them; undefined where the person is of none of these organizations. */
export async function memberAmong(
  tx: Tx,
  organizations: readonly string[],
  uuid: string,
): Promise<MemberRow | undefined> {
  return membersOf(tx, organizations).where('users.uuid', '=', uuid).executeTakeFirst();
}

function membersOf(tx: Tx, organizations: readonly string[]) {
  return tx
    .selectFrom('users')
    .select([
      'users.uuid',
      'users.email',
      'users.role',
      'users.organization',
      fullName('users').as('full_name'),
    ])
    .where('users.organization', 'in', organizations)
    .where('users.role', '!=', 'support');
}

/** Somebody as they are when signed in; undefined where there is nobody of that id. */
export async function accountById(
  tx: Tx,
  uuid: string,
): Promise<(UserRow & { organization_name: string }) | undefined> {
  return tx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .selectAll('users')
    .select('organizations.name as organization_name')
    .where('users.uuid', '=', uuid)
    .executeTakeFirst();
}
