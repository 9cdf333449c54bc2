import type { Policy } from '../../src/contract/policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../store/account/users.ts';

/**
 * Checks that a user can act on an organization under the contract's policy (docs/product/people-and-access.md,
 * "Organizations").
 * @throws {Refusal} `not_found` for other organizations, `not_allowed` for users who aren't admins if the policy
 * requires one
 */
export function assertOrganizationAccess(
  policy: Extract<Policy, 'organization' | 'organization_admin'>,
  uuid: string,
  user: SignedInUser,
): void {
  if (uuid !== user.organization) throw notFound('This organization');
  if (policy === 'organization' || user.role === 'admin') return;
  throw new Refusal('not_allowed', 'Only an administrator of your organization can do this.');
}
