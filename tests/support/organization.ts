import type { Organization } from '../../src/contract/entities/account/organization.ts';

/** Returns a firm without any settings, as the server sends it. */
export function newOrganization(said: Pick<Organization, 'uuid' | 'name' | 'members'>): Organization {
  return {
    ...said,
    website: '',
    auto_signature_pages: false,
    custom_help_email: null,
    custom_help_url: null,
    disable_signature_application: false,
    disable_user_survey: false,
    has_active_drp: false,
    has_closing_tool: true,
    has_funding_tool: false,
    has_expired_imanage_transactions: false,
    mercury_signings: false,
    signing_groups: true,
    strict_data_access: false,
    support_access_until: null,
    version: 1,
    modified_at: '2026-01-01T00:00:00.000Z',
    modified_by: null,
  };
}
