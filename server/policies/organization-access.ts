import type { Policy } from '../../src/contract/policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../store/account/users.ts';

/**
 * Lets a user act on an organization under the policy that the contract names (docs/product/people-and-access.md, "Organizations").
 * @throws {Refusal} `not_found` for those of others, `not_allowed` for those who are not its admins where it takes one
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
