import type { Organization } from '../../src/contract/entities/account/organization.ts';
import type { OrganizationRow } from '../store/tables.ts';
import type { MemberRow } from '../store/account/users.ts';
import { instant, presentRow } from './present-row.ts';

/** `has_expired_imanage_transactions` comes with iManage. */
export function presentOrganization(row: OrganizationRow, members: readonly MemberRow[]): Organization {
  // A request by somebody who is no longer an admin doesn't count.
  const requester = members.find(
    ({ uuid, role }) => uuid === row.strict_access_off_requested_by && role === 'admin',
  );
  return {
    uuid: row.uuid,
    name: row.name,
    website: row.website,
    members: members.map((member) => ({
      uuid: member.uuid,
      email: member.email,
      full_name: member.full_name,
      is_org_admin: member.role === 'admin',
      disabled: member.disabled_at !== null,
    })),
    auto_signature_pages: row.auto_signature_pages,
    signature_blocks: row.signature_blocks,
    signature_block: row.signature_block,
    custom_help_email: row.custom_help_email,
    custom_help_url: row.custom_help_url,
    disable_signature_application: row.disable_signature_application,
    disable_user_survey: row.disable_user_survey,
    has_active_drp: row.has_active_drp,
    has_closing_tool: row.has_closing_tool,
    has_funding_tool: row.has_funding_tool,
    has_expired_imanage_transactions: false,
    mercury_signings: row.mercury_signings,
    signing_groups: row.signing_groups,
    strict_data_access: row.strict_data_access,
    strict_access_off_requested_by: requester ? { uuid: requester.uuid, name: requester.full_name } : null,
    support_access_until: row.support_access_until && instant(row.support_access_until),
    ...presentRow(row),
  };
}
