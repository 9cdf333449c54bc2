import { sql } from 'kysely';
import type { Organization } from '../../../src/contract/entities/account/organization.ts';
import { endAccess } from '../../auth/ended-sessions.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { takeOffDeals } from '../../store/account/leavers.ts';
import { voidReset } from '../../store/account/password-resets.ts';
import { accountById, type SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { Tx, UserRow } from '../../store/tables.ts';
import { addOrganization, firmOf } from './add-account.ts';
import { organizationIn } from './read-organization.ts';

type Leaver = Pick<UserRow, 'uuid' | 'email' | 'organization' | 'role'>;

/**
 * Removes somebody from the organization, from its deals, and from every device. They keep their account in an
 * organization of their own, with which other firms may share deals.
 * @throws {Refusal} `not_found`, `not_allowed`; `invalid` for the last administrator
 */
export async function removeMember(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id, user: uuid }: { id: string; user: string },
): Promise<Organization> {
  assertOrganizationAccess('organization_admin', id, user);
  await lockPeople(tx, id);
  const account = await accountById(tx, uuid);
  if (!account || account.organization !== id) throw notFound('This person');
  await assertMayEnd(tx, user, account);
  const at = services.now();
  await endParticipations(tx, account, { actor: user.uuid, at, reason: 'removed' });
  const own = await addOrganization(
    services,
    tx,
    firmOf(account.email, `${account.first_name} ${account.last_name}`),
  );
  await tx
    .updateTable('users')
    .set((is) => ({
      organization: own,
      role: 'admin',
      version: is('version', '+', 1),
      modified_at: at,
      modified_by: user.uuid,
    }))
    .where('uuid', '=', uuid)
    .execute();
  await recordAct(tx, at, {
    act: 'organization.member_removed',
    actor: user.uuid,
    organization: id,
    subject: uuid,
    detail: { was: account.role, now_of: own },
  });
  return organizationIn(tx, id);
}

/**
 * Disables an account, or enables it again. Disabling ends its sessions and its participations in the organization's
 * deals; enabling restores neither. `actor` null = the operator, on the command line. The caller has checked the
 * permission.
 */
export async function setDisabled(
  tx: Tx,
  account: Leaver & { disabled_at: Date | null },
  { disabled, actor, at }: { disabled: boolean; actor: string | null; at: Date },
): Promise<void> {
  if ((account.disabled_at !== null) === disabled) return;
  await tx
    .updateTable('users')
    .set((is) => ({
      disabled_at: disabled ? at : null,
      version: is('version', '+', 1),
      modified_at: at,
      modified_by: actor,
    }))
    .where('uuid', '=', account.uuid)
    .execute();
  const { organization, uuid: subject } = account;
  const act = disabled ? 'account.disabled' : 'account.enabled';
  await recordAct(tx, at, { act, actor, organization, subject });
  if (disabled) await endParticipations(tx, account, { actor, at, reason: 'disabled' });
}

/**
 * Checks that an admin may end somebody's access or change their role.
 * @throws {Refusal} `not_allowed`; `invalid` if no administrator would be left
 */
export async function assertMayEnd(tx: Tx, user: SignedInUser, account: Leaver): Promise<void> {
  if (user.role !== 'admin') {
    throw new Refusal('not_allowed', 'Only an administrator of your organization can do this.');
  }
  if (account.role === 'support') throw new Refusal('not_allowed', 'You cannot change support accounts.');
  if (account.uuid === user.uuid) {
    throw invalid('You cannot end your own access. Ask another administrator of your organization.');
  }
  await assertAdminLeft(tx, account);
}

/** @throws {Refusal} `invalid` if nobody else who can sign in administers the organization */
export async function assertAdminLeft(tx: Tx, { uuid, organization }: Leaver): Promise<void> {
  const { others } = await tx
    .selectFrom('users')
    .select((is) => is.fn.countAll<number>().as('others'))
    .where('organization', '=', organization)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('uuid', '!=', uuid)
    .executeTakeFirstOrThrow();
  if (others > 0) return;
  throw invalid('An organization needs an administrator. Make someone else an administrator first.', 'role');
}

/** One change of an organization's people at a time: its last two administrators must not both leave the role. */
export async function lockPeople(tx: Tx, organization: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`people ${organization}`}, 0))`.execute(tx);
}

async function endParticipations(
  tx: Tx,
  account: Leaver,
  { actor, at, reason }: { actor: string | null; at: Date; reason: 'disabled' | 'removed' },
): Promise<void> {
  await takeOffDeals(tx, account, { actor, at });
  await endAccess(tx, account, { reason, at });
  await voidReset(tx, account.uuid);
}
