import { sql, type Kysely } from 'kysely';
import type { Policy } from '../../src/contract/policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../store/account/users.ts';
import type { Tables, TransactionRow, Tx } from '../store/tables.ts';

type Deal = Pick<TransactionRow, 'uuid' | 'organization'>;

/**
 * How much of a deal a user sees, and in which role (docs/product/people-and-access.md, "Who sees a transaction").
 * `outline`: name, client, matter and dates, if the organization has strict data access. `logged`: each view is
 * recorded in the access log.
 */
type DealAccess =
  | { sees: 'nothing' }
  | {
      sees: 'outline' | 'all';
      as: 'participant' | 'admin' | 'support';
      logged: boolean;
      /** False = they can read the deal, but not change it. */
      writes: boolean;
    };

/**
 * Returns what a user sees of a deal: participants see everything; admins of its organization, and support with access, see
 * what their access allows.
 */
export async function dealAccess(tx: Tx, deal: Deal, user: SignedInUser): Promise<DealAccess> {
  const { strict, support, participates } = await tx
    .selectFrom('organizations')
    .select([
      'strict_data_access as strict',
      sql<boolean>`coalesce(support_access_until > now(), false)`.as('support'),
      sql<'full' | 'view' | null>`(
        select participants.access from participants
        where participants.transaction = ${deal.uuid} and participants.user_uuid = ${user.uuid}
          and not participants.deleted
      )`.as('participates'),
    ])
    .where('uuid', '=', deal.organization)
    .executeTakeFirstOrThrow();
  if (participates !== null) {
    // A participation with fewer rights does not reduce an admin's rights.
    const writes = participates === 'full' || (administers(deal, user) && !strict);
    return { sees: 'all', as: 'participant', logged: strict, writes };
  }
  if (administers(deal, user)) {
    return { sees: strict ? 'outline' : 'all', as: 'admin', logged: strict, writes: true };
  }
  // Support sees no more than the organization's own admins do.
  if (user.role === 'support' && support) {
    return { sees: strict ? 'outline' : 'all', as: 'support', logged: true, writes: false };
  }
  return { sees: 'nothing' };
}

/** Returns whether a user sees all of a deal. */
export async function seesDeal(tx: Tx, deal: Deal, user: SignedInUser): Promise<boolean> {
  return (await dealAccess(tx, deal, user)).sees === 'all';
}

/**
 * Checks that a user can change a deal, for writes that don't run under a deal's policy.
 * @throws {Refusal} `not_found` for users who do not see all of the deal, `not_allowed` for users who can only view
 * it
 */
export async function assertWritesDeal(tx: Tx, deal: Deal, user: SignedInUser, what?: string): Promise<void> {
  const access = await dealAccess(tx, deal, user);
  if (access.sees !== 'all') throw notFound(what);
  assertWrites(access);
}

/**
 * Checks that a user can act on a deal under the contract's policy
 * (docs/product/people-and-access.md, "Who sees a transaction"); returns their role.
 * @throws {Refusal} `not_found`, worded as for a missing deal, for users who can't see it; `not_allowed` for users
 * who can see it but not do this
 */
export async function assertDealAccess(
  tx: Tx,
  { policy, writes, own = false }: { policy: Policy; writes: boolean; own?: boolean | undefined },
  deal: TransactionRow,
  user: SignedInUser,
): Promise<Exclude<DealAccess, { sees: 'nothing' }>> {
  const access = await dealAccess(tx, deal, user);
  if (access.sees === 'nothing') throw notFound();
  switch (policy) {
    case 'deal_outline':
      return access;
    case 'deal':
      assertSeesAll(access);
      if (writes && !(own && access.as === 'participant')) assertWrites(access);
      return access;
    case 'deal_admin':
      if (!administers(deal, user))
        throw new Refusal(
          'not_allowed',
          'Only an administrator of the organization that this transaction belongs to can do this.',
        );
      return access;
    case 'deal_owner':
      assertSeesAll(access);
      if (writes) assertWrites(access);
      assertOwnsDeal(deal, user);
      return access;
    case 'public':
    case 'signed_in':
    case 'organization':
    case 'organization_admin':
      // These aren't a deal's policies. An endpoint that reads a deal under one of them would let everyone in.
      throw new Error(`The policy ${policy} doesn’t give access to a transaction.`);
  }
}

function assertSeesAll(access: Exclude<DealAccess, { sees: 'nothing' }>): void {
  if (access.sees === 'outline') {
    throw new Refusal(
      'not_allowed',
      'Strict data access is on, so only participants can see this transaction. Ask one of them to add you.',
    );
  }
}

function assertWrites(access: Exclude<DealAccess, { sees: 'nothing' }>): void {
  if (access.writes) return;
  throw new Refusal(
    'not_allowed',
    access.as === 'support'
      ? 'Support can view this transaction but not change it.'
      : 'You can view this transaction, but you can’t change it. Ask its team for full access.',
  );
}

/**
 * Checks that a user who sees the deal owns it. It belongs to its organization, and to its creator only while they are a
 * member.
 * @throws {Refusal} `not_allowed` for everyone except its creator and the admins of its organization
 */
export function assertOwnsDeal(
  deal: Pick<TransactionRow, 'organization' | 'created_by'>,
  user: SignedInUser,
): void {
  if (user.organization === deal.organization && (user.role === 'admin' || deal.created_by === user.uuid))
    return;
  throw new Refusal(
    'not_allowed',
    'Only the person who created this transaction, or an administrator of their organization, can do this.',
  );
}

/**
 * People from other organizations can invite and add people only if the deal allows it.
 * @throws {Refusal} `not_allowed`
 */
export function assertMayInvite(
  deal: Pick<TransactionRow, 'organization' | 'guests_may_invite'>,
  user: SignedInUser,
): void {
  if (user.organization === deal.organization || deal.guests_may_invite) return;
  throw new Refusal(
    'not_allowed',
    'Only people from the organization that owns this transaction can add others to it. Ask one of them.',
  );
}

function administers(deal: Pick<TransactionRow, 'organization'>, user: SignedInUser): boolean {
  return user.role === 'admin' && user.organization === deal.organization;
}

/**
 * Finds whom to notify about a change of each deal: everyone who sees all of it (`seesDeal`, for many deals at once),
 * and everyone who was removed from it by one of the changes since `from`. Each deal is looked up separately: a
 * filter by the connected users would read every deal that any of them ever worked on.
 */
export async function peopleToNotify(
  db: Kysely<Tables>,
  moves: readonly { deal: string; from: number }[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ deal: string; person: string }>`
    select moved.deal, told.person
    from unnest(
      ${moves.map((move) => move.deal)}::uuid[],
      ${moves.map((move) => move.from)}::bigint[]
    ) as moved (deal, since)
    cross join lateral (
      select participants.user_uuid as person
      from participants
      where participants.transaction = moved.deal
        and (not participants.deleted or participants.version >= moved.since)
      union
      select users.uuid
      from transactions
        join organizations on organizations.uuid = transactions.organization
        join users on (users.organization = organizations.uuid and users.role = 'admin')
          or (users.role = 'support' and organizations.support_access_until > now())
      where transactions.uuid = moved.deal and not organizations.strict_data_access
    ) as told
  `.execute(db);
  const byDeal = new Map<string, string[]>(moves.map(({ deal }) => [deal, []]));
  for (const { deal, person } of rows) byDeal.get(deal)?.push(person);
  return byDeal;
}
