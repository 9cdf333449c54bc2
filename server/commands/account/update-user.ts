import type { User, UserEdits } from '../../../src/contract/entities/account/user.ts';
import { presentUserTo } from '../../present/present-user.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { accountById, type SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { Tx } from '../../store/tables.ts';
import { assertAdminLeft, assertMayEnd, lockPeople, setDisabled } from './end-membership.ts';

/**
 * Changes one's own profile. For other people in the organization, an admin can only change the role or disable the account.
 * @throws {Refusal} `not_found` for people of other organizations; `not_allowed`; `invalid` if no admin would be left
 */
export async function updateUser(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id, ...edits }: UserEdits & { id: string },
): Promise<User> {
  await lockPeople(tx, user.organization);
  const account = await accountById(tx, id);
  if (!account || account.organization !== user.organization) throw notFound('This person');
  const { role, disabled, binder_format_structure: format, ...said } = edits;
  if (id !== user.uuid) assertMayManage(user, Object.keys(edits));
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
  if (disabled !== undefined) {
    await assertMayEnd(tx, user, account);
    await setDisabled(tx, account, { disabled, actor: user.uuid, at: services.now() });
  }
  if (role !== undefined && role !== account.role) {
    const { organization } = account;
    const detail = { role, was: account.role };
    const act = { act: 'account.role_changed', actor: user.uuid, organization, subject: id, detail } as const;
    await recordAct(tx, services.now(), act);
  }
  const changed = await accountById(tx, id);
  if (!changed) throw notFound('This person');
  return presentUserTo(user, changed, services);
}

/** Lets an admin change only what admins may change about other people. @throws {Refusal} `not_allowed` */
function assertMayManage(user: SignedInUser, fields: readonly string[]): void {
  if (fields.some((field) => field !== 'role' && field !== 'disabled'))
    throw new Refusal('not_allowed', 'Only the user can change their own profile.');
  if (user.role !== 'admin')
    throw new Refusal(
      'not_allowed',
      'Only an administrator of your organization can change other people’s accounts.',
    );
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
    throw new Refusal('not_allowed', 'You can’t change the role of support accounts.');
  if (role === 'admin') return;
  await assertAdminLeft(tx, account);
}
