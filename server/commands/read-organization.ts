import type { Organization } from '../../src/contract/entities/organization.ts';
import type { SignedInUser } from '../http/request-context.ts';
import { presentOrganization } from '../present/present-organization.ts';
import { assertOrganizationAccess } from '../policies/organization-access.ts';
import type { Services } from '../services.ts';
import { listMembers } from '../store/users.ts';

/** The reader's own firm and its people. @throws {Refusal} `not_found` for any other */
export async function readOrganization(
  services: Services,
  user: SignedInUser,
  uuid: string,
): Promise<Organization> {
  assertOrganizationAccess('organization', uuid, user);
  return services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) =>
      presentOrganization({ uuid, name: user.organization_name }, await listMembers(tx, [uuid])),
    );
}
