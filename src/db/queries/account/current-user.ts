import { currentUserFacts, type CurrentUserFacts } from '../../../contract/rules/account/current-user.ts';
import type { MirrorDatabase } from '../../database.ts';
import { lastAccount, mirrorOf } from './accounts.ts';
import { CONFIG_KEY, type OrganizationRow, type UserRow } from '../../rows.ts';

/**
 * The person with their organization (docs/product/people-and-access.md, "Users"): `USER` until that has been loaded to the device, then `ORG`.
 * Screens that need the user wait for `ORG`.
 */
export type CurrentUser = CurrentUserFacts & {
  user: UserRow;
  /** Whom the installation says may be written to; null = it names nobody. */
  supportEmail: string | null;
} & ({ loadStatus: 'USER'; organization: null } | { loadStatus: 'ORG'; organization: OrganizationRow });

/** Null where not even the person's own row is on the device. */
export async function currentUser(db: MirrorDatabase): Promise<CurrentUser | null> {
  return db.transaction('r', db.users, db.organizations, db.meta, async () => {
    const stored = await db.users.get(db.userId);
    if (!stored) return null;
    // A row of before the flag was known.
    const user = { ...stored, hideSupport: stored.hideSupport ?? false };
    const organization = (await db.organizations.get(user.organization)) ?? null;
    const config = (await db.meta.get(CONFIG_KEY))?.value;
    const facts = {
      ...currentUserFacts(user, organization, textOf(config, 'hide_support') ?? ''),
      supportEmail: textOf(config, 'support_email'),
    };
    return organization
      ? { ...facts, user, loadStatus: 'ORG', organization }
      : { ...facts, user, loadStatus: 'USER', organization };
  });
}

/**
 * Whom to write to of whom this device knows, where nothing else can be said of the person: a page has broken. Null = nobody, or
 * it cannot be read.
 */
export async function supportEmailHere(): Promise<string | null> {
  const account = await lastAccount();
  if (!account) return null;
  return textOf((await mirrorOf(account).meta.get(CONFIG_KEY))?.value, 'support_email');
}

/** A text of `GET /config` as the server has said it (docs/product/api.md, "Configuration"). */
function textOf(config: unknown, name: string): string | null {
  const said: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, name) : null;
  return typeof said === 'string' ? said : null;
}
