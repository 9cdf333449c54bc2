import type { Organization, OrganizationEdits } from '../../../src/contract/entities/account/organization.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';
import { organizationIn } from './read-organization.ts';
import { setStrictAccess } from './set-strict-access.ts';

/** Changes an organization's settings. @throws {Refusal} `not_found`, `not_allowed` */
export async function updateOrganization(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id, strict_data_access: strict, ...edits }: OrganizationEdits & { id: string },
): Promise<Organization> {
  assertOrganizationAccess('organization_admin', id, user);
  if (strict !== undefined) await setStrictAccess(services, tx, user, strict);
  await tx
    .updateTable('organizations')
    .set((is) => ({
      ...edits,
      version: is('version', '+', 1),
      modified_at: services.now(),
      modified_by: user.uuid,
    }))
    .where('uuid', '=', id)
    .execute();
  return organizationIn(tx, id);
}
