import type { OutboxMail } from '../../../src/contract/entities/account/outbox-mail.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { presentMail } from '../../present/present-mail.ts';
import type { Services } from '../../services.ts';
import { showsSigningLinks } from '../packets/sending/sending-checks.ts';
import { newestMails } from '../../store/account/mails.ts';
import type { SignedInUser } from '../../store/account/users.ts';

/**
 * The emails to the people of the reader's organization, newest first. @throws {Refusal} `not_found`, `not_allowed`
 */
export async function readOutbox(
  services: Services,
  user: SignedInUser,
  organization: string,
): Promise<OutboxMail[]> {
  assertOrganizationAccess('organization_admin', organization, user);
  const rows = await newestMails(services.db, organization);
  const showsLinks = showsSigningLinks(services.settings);
  return rows.map((row) => presentMail(row, services.now(), showsLinks));
}
