import { createHmac } from 'node:crypto';
import { binderFormatStructureSchema } from '../../src/contract/entities/transactions/binder-format.ts';
import type { User } from '../../src/contract/entities/account/user.ts';
import type { Settings } from '../settings.ts';
import type { SignedInUser } from '../store/account/users.ts';
import { instant, presentRow } from './present-row.ts';

/** Somebody as a reader sees them. The proof for a help desk is only for the person whose address it vouches for. */
export function presentUserTo(
  reader: Pick<SignedInUser, 'uuid'>,
  user: SignedInUser,
  services: Parameters<typeof presentUser>[1],
): User {
  const presented = presentUser(user, services);
  return user.uuid === reader.uuid ? presented : { ...presented, beacon_signature: null };
}

/** The user, with proof for a help desk that the server vouches for their address. */
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
