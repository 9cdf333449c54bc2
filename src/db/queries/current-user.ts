import { currentUserFacts, type CurrentUserFacts } from '../../contract/rules/current-user.ts';
import type { MirrorDatabase } from '../database.ts';
import { CONFIG_KEY, type OrganizationRow, type UserRow } from '../rows.ts';

/**
 * The person with their organization (core spec 4 "User load"): `USER` until that has been loaded to the device, then `ORG`.
 * Screens that need the user wait for `ORG`.
 */
export type CurrentUser = CurrentUserFacts & { user: UserRow } & (
    | { loadStatus: 'USER'; organization: null }
    | { loadStatus: 'ORG'; organization: OrganizationRow }
  );

/** Null where not even the person's own row is on the device. */
export async function currentUser(db: MirrorDatabase): Promise<CurrentUser | null> {
  return db.transaction('r', db.users, db.organizations, db.meta, async () => {
    const stored = await db.users.get(db.userId);
    if (!stored) return null;
    // A row of before the flag was known.
    const user = { ...stored, hideSupport: stored.hideSupport ?? false };
    const organization = (await db.organizations.get(user.organization)) ?? null;
    const facts = currentUserFacts(user, organization, hideSupportOf((await db.meta.get(CONFIG_KEY))?.value));
    return organization
      ? { ...facts, user, loadStatus: 'ORG', organization }
      : { ...facts, user, loadStatus: 'USER', organization };
  });
}

/** HIDE_SUPPORT as the server has said it (core spec 8: a config that fails is an empty one). */
function hideSupportOf(config: unknown): string {
  const said =
    typeof config === 'object' && config !== null && 'hide_support' in config ? config.hide_support : '';
  return typeof said === 'string' ? said : '';
}
