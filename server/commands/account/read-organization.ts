import type { Organization } from '../../../src/contract/entities/account/organization.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { presentOrganization } from '../../present/present-organization.ts';
import type { Services } from '../../services.ts';
import { listMembers, type SignedInUser } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';

/** The reader's own organization and its people. @throws {Refusal} `not_found` for any other */
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
    .execute(async (tx) => organizationIn(tx, uuid));
}

/** Returns whether the organization uses strict data access. @throws {Refusal} `not_found` */
export async function readStrictDataAccess(
  { db }: Services,
  user: SignedInUser,
  uuid: string,
): Promise<{ strict_data_access: boolean }> {
  assertOrganizationAccess('organization', uuid, user);
  return db
    .selectFrom('organizations')
    .select('strict_data_access')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
}

/** Returns an existing organization and its people. */
export async function organizationIn(tx: Tx, uuid: string): Promise<Organization> {
  const row = await tx
    .selectFrom('organizations')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return presentOrganization(row, await listMembers(tx, [uuid]));
}
