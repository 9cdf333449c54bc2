import { useLiveQuery } from 'dexie-react-hooks';
import { currentUser, type CurrentUser } from '../../../db/queries/account/current-user.ts';
import { useMirror } from '../../session/mirror-context.ts';

/** The person with their organization. */
export type UserAndOrganization = Extract<CurrentUser, { loadStatus: 'ORG' }>;

/**
 * The person, for screens that need the user: they wait for the organization (docs/product/people-and-access.md, "Users"). Null = it has not been loaded
 * to this device; undefined = that is still looked up.
 */
export function useCurrentUser(): UserAndOrganization | null | undefined {
  const db = useMirror();
  const current = useLiveQuery(() => currentUser(db), [db]);
  return current?.loadStatus === 'USER' ? null : current;
}
