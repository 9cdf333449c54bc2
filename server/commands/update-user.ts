import { sql } from 'kysely';
import type { User, UserEdits } from '../../src/contract/entities/user.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { presentUser } from '../present/present-user.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { accountById } from '../store/users.ts';
import type { Tx } from '../store/tables.ts';

/**
 * Changes what a person says of themselves. Of somebody else of the organization an admin changes the role, and nothing else.
 * @throws {Refusal} `not_found` of people of other organizations; `not_allowed`; `invalid` where no admin would be left
 */
export async function updateUser(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id, ...edits }: UserEdits & { id: string },
): Promise<User> {
  // One change of the organization's people at a time: two admins must not both stop being one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people ${user.organization}`}, 0))`.execute(tx);
  const account = await accountById(tx, id);
  if (!account || account.organization !== user.organization) throw notFound('This person');
  const { role, binder_format_structure: format, ...said } = edits;
  if (id !== user.uuid && Object.keys(edits).some((field) => field !== 'role')) {
    throw new Refusal('not_allowed', 'Only they can change what they say of themselves.');
  }
  if (role !== undefined && role !== account.role) await assertMayGiveRole(tx, user, account, role);
  await tx
    .updateTable('users')
    .set({
      ...said,
      ...(role !== undefined && { role }),
      ...(format && { binder_format_structure: JSON.stringify(format) }),
      version: account.version + 1,
      modified_at: services.now(),
      modified_by: user.uuid,
    })
    .where('uuid', '=', id)
    .execute();
  const changed = await accountById(tx, id);
  if (!changed) throw notFound('This person');
  return presentUser(changed, services);
}

async function assertMayGiveRole(
  tx: Tx,
  user: SignedInUser,
  account: SignedInUser,
  role: 'admin' | 'member',
): Promise<void> {
  if (user.role !== 'admin') {
    throw new Refusal('not_allowed', 'Only an administrator of your organization can change roles.');
  }
  if (account.role === 'support')
    throw new Refusal('not_allowed', 'The support’s role is not yours to give.');
  if (role === 'admin') return;
  const { others } = await tx
    .selectFrom('users')
    .select((is) => is.fn.countAll<number>().as('others'))
    .where('organization', '=', account.organization)
    .where('role', '=', 'admin')
    .where('uuid', '!=', account.uuid)
    .executeTakeFirstOrThrow();
  if (others === 0) {
    throw invalid('An organization needs an administrator: make somebody else one first.', 'role');
  }
}
