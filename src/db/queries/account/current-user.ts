import {
  ESIGNING_SERVICES,
  type EsigningService,
} from '../../../contract/rules/transactions/esigning-services.ts';
import { currentUserFacts, type CurrentUserFacts } from '../../../contract/rules/account/current-user.ts';
import type { MirrorDatabase } from '../../database.ts';
import { lastAccount, mirrorOf } from './accounts.ts';
import { CONFIG_KEY, type OrganizationRow, type UserRow } from '../../rows.ts';

/**
 * The user with their organization (docs/product/people-and-access.md, "Users"): `USER` until the organization is on
 * the device, then `ORG`. Screens that need the user wait for `ORG`.
 */
export type CurrentUser = CurrentUserFacts & {
  user: UserRow;
  /** The installation's support address; null = none. */
  supportEmail: string | null;
  /** Whether the installation has a mail server; otherwise administrators find its emails in the outbox. */
  /** The services that a transaction can be signed with. */
  esigningServices: EsigningService[];
  sendsEmail: boolean;
} & ({ loadStatus: 'USER'; organization: null } | { loadStatus: 'ORG'; organization: OrganizationRow });

/** Null if even the user's own row is not on the device. */
export async function currentUser(db: MirrorDatabase): Promise<CurrentUser | null> {
  return db.transaction('r', db.users, db.organizations, db.meta, async () => {
    const stored = await db.users.get(db.userId);
    if (!stored) return null;
    // A row from before the flag existed.
    const user = { ...stored, hideSupport: stored.hideSupport ?? false };
    const organization = (await db.organizations.get(user.organization)) ?? null;
    const config = (await db.meta.get(CONFIG_KEY))?.value;
    const facts = {
      ...currentUserFacts(user, organization, textOf(config, 'hide_support') ?? ''),
      supportEmail: textOf(config, 'support_email'),
      esigningServices: servicesIn(config),
      sendsEmail: valueOf(config, 'sends_email') !== false,
    };
    return organization
      ? { ...facts, user, loadStatus: 'ORG', organization }
      : { ...facts, user, loadStatus: 'USER', organization };
  });
}

/**
 * The support address that is stored on this device, in case a page has failed and nothing else is known about the user. Null
 * = none, or it can't be read.
 */
export async function supportEmailHere(): Promise<string | null> {
  const account = await lastAccount();
  if (!account) return null;
  return textOf((await mirrorOf(account).meta.get(CONFIG_KEY))?.value, 'support_email');
}

/** The services that a transaction can be signed with. Older servers omit them. */
function servicesIn(config: unknown): EsigningService[] {
  const said = valueOf(config, 'esigning_services');
  return Array.isArray(said) ? ESIGNING_SERVICES.filter((each) => said.includes(each)) : ['counterpart'];
}

/** A text of `GET /config` as the server has sent it (docs/product/api.md, "Configuration"). */
function textOf(config: unknown, name: string): string | null {
  const said = valueOf(config, name);
  return typeof said === 'string' ? said : null;
}

function valueOf(config: unknown, name: string): unknown {
  return typeof config === 'object' && config !== null ? Reflect.get(config, name) : null;
}
