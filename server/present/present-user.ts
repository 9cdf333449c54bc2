import { createHmac } from 'node:crypto';
import { binderFormatStructureSchema } from '../../src/contract/entities/transactions/binder-format.ts';
import type { User } from '../../src/contract/entities/account/user.ts';
import type { Settings } from '../settings.ts';
import type { SignedInUser } from '../store/account/users.ts';
import { instant, presentRow } from './present-row.ts';

/** Returns a user as another user sees them. Only the user themselves gets the help desk signature (`beacon_signature`). */
export function presentUserTo(
  reader: Pick<SignedInUser, 'uuid'>,
  user: SignedInUser,
  services: Parameters<typeof presentUser>[1],
): User {
  const presented = presentUser(user, services);
  return user.uuid === reader.uuid ? presented : { ...presented, beacon_signature: null };
}

/** Returns a user as they see themselves, with a signature of their email address that a help desk can check. */
export function presentUser(
  user: SignedInUser,
  { settings: { beaconSecret, smtpUrl } }: { settings: Pick<Settings, 'beaconSecret' | 'smtpUrl'> },
): User {
  return {
    uuid: user.uuid,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: `${user.first_name} ${user.last_name}`.trim(),
    created_at: instant(user.created_at),
    organization: user.organization,
    organization_name: user.organization_name,
    role: user.role,
    experience: user.experience,
    fusion_url: null,
    net_docs_config: null,
    imanage_configs: [],
    binder_format_structure: binderFormatStructureSchema.parse(user.binder_format_structure),
    beacon_signature:
      beaconSecret === null ? null : createHmac('sha256', beaconSecret).update(user.email).digest('hex'),
    hide_support: user.hide_support,
    email_proved: user.email_proved,
    can_confirm_email: !user.email_proved && smtpUrl !== null,
    ...presentRow(user),
  };
}
