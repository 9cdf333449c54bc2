import type { Organization } from '../../../src/contract/entities/account/organization.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { noteAccess } from '../../store/audit/access-log.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { Tx } from '../../store/tables.ts';
import { organizationIn } from './read-organization.ts';

/** How long support has access (docs/product/people-and-access.md, "Support access"). */
const SUPPORT_ACCESS_MS = 24 * 3_600_000;

/**
 * Gives support access to the organization's deals for 24 hours, or ends it. @throws {Refusal} `not_found`,
 * `not_allowed`
 */
export async function setSupportAccess(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id, support_access_enabled: enabled }: { id: string; support_access_enabled: boolean },
): Promise<Organization> {
  assertOrganizationAccess('organization_admin', id, user);
  const now = services.now();
  await tx
    .updateTable('organizations')
    .set((is) => ({
      support_access_until: enabled ? new Date(now.getTime() + SUPPORT_ACCESS_MS) : null,
      version: is('version', '+', 1),
      modified_at: now,
      modified_by: user.uuid,
    }))
    .where('uuid', '=', id)
    .execute();
  const noted = { organization: id, transaction: null, user_uuid: user.uuid, acting_as: 'admin' } as const;
  const act = enabled ? 'support_access.on' : 'support_access.off';
  await recordAct(tx, now, { act, actor: user.uuid, organization: id });
  await noteAccess(tx, [{ ...noted, act: enabled ? 'support_on' : 'support_off' }], now);
  return organizationIn(tx, id);
}
