import type { Organization, OrganizationEdits } from '../../src/contract/entities/organization.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { assertOrganizationAccess } from '../policies/organization-access.ts';
import type { Services } from '../services.ts';
import { noteAccess } from '../store/access-log.ts';
import { recordAct } from '../store/audit-log.ts';
import type { Tx } from '../store/tables.ts';
import { organizationIn } from './read-organization.ts';

/** Changes what the admins of an organization say of it. @throws {Refusal} `not_found`, `not_allowed` */
export async function updateOrganization(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  { id, ...edits }: OrganizationEdits & { id: string },
): Promise<Organization> {
  assertOrganizationAccess('organization_admin', id, user);
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
  const { strict_data_access: strict } = edits;
  if (strict !== undefined) {
    const act = strict ? 'strict_access.on' : 'strict_access.off';
    await recordAct(tx, services.now(), { act, actor: user.uuid, organization: id });
    const noted = { organization: id, transaction: null, user_uuid: user.uuid, acting_as: 'admin' } as const;
    await noteAccess(tx, [{ ...noted, act: strict ? 'strict_on' : 'strict_off' }], services.now());
  }
  return organizationIn(tx, id);
}
