import type { Organization } from '../../src/contract/entities/organization.ts';
import type { MemberRow } from '../store/users.ts';

export function presentOrganization(
  { uuid, name }: { uuid: string; name: string },
  members: readonly MemberRow[],
): Organization {
  return {
    uuid,
    name,
    members: members.map((row) => ({
      uuid: row.uuid,
      email: row.email,
      full_name: row.full_name,
      is_org_admin: row.role === 'admin',
    })),
  };
}
