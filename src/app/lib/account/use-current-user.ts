import { useLiveQuery } from 'dexie-react-hooks';
import { currentUser, type CurrentUser } from '../../../db/queries/account/current-user.ts';
import { useMirror } from '../../session/mirror-context.ts';

/** The signed-in user with their organization. */
export type UserAndOrganization = Extract<CurrentUser, { loadStatus: 'ORG' }>;

/**
 * Returns the signed-in user, for screens that need the organization too (docs/product/people-and-access.md, "Users"). Null if the
 * organization was never loaded to this device; undefined while reading.
 */
export function useCurrentUser(): UserAndOrganization | null | undefined {
  const db = useMirror();
  const current = useLiveQuery(() => currentUser(db), [db]);
  return current?.loadStatus === 'USER' ? null : current;
}
