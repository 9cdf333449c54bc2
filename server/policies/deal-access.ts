import { sql, type Kysely } from 'kysely';
import type { Policy } from '../../src/contract/policy.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { SignedInUser } from '../store/account/users.ts';
import type { Tables, TransactionRow, Tx } from '../store/tables.ts';

type Deal = Pick<TransactionRow, 'uuid' | 'organization'>;

/**
 * How much of a deal somebody sees, and as whom (docs/product/people-and-access.md, "Who sees a transaction"). `outline`: name, client, matter and dates, where
 * the organization has strict data access. `logged`: each look is to be noted in the access log.
 */
type DealAccess =
  | { sees: 'nothing' }
  | {
      sees: 'outline' | 'all';
      as: 'participant' | 'admin' | 'support';
      logged: boolean;
      /** False = they may read what they see and change none of it. */
      writes: boolean;
    };

/**
 * What a user sees of a deal: participants see everything; admins of its organization, and support with access, see what their
 * access allows.
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
    // What admins may do anyway, a participation with less does not take from them.
    const writes = participates === 'full' || (administers(deal, user) && !strict);
    return { sees: 'all', as: 'participant', logged: strict, writes };
  }
  if (administers(deal, user)) {
    return { sees: strict ? 'outline' : 'all', as: 'admin', logged: strict, writes: true };
  }
  // Support is let in to see no more than the organization's own admins do.
  if (user.role === 'support' && support) {
    return { sees: strict ? 'outline' : 'all', as: 'support', logged: true, writes: false };
  }
  return { sees: 'nothing' };
}

/** Whether a user sees all of a deal. */
export async function seesDeal(tx: Tx, deal: Deal, user: SignedInUser): Promise<boolean> {
  return (await dealAccess(tx, deal, user)).sees === 'all';
}

/**
 * For writes that are not made under a deal's policy.
 * @throws {Refusal} `not_found` for those who do not see all of the deal, `not_allowed` for those who may only view it
 */
export async function assertWritesDeal(tx: Tx, deal: Deal, user: SignedInUser, what?: string): Promise<void> {
  const access = await dealAccess(tx, deal, user);
  if (access.sees !== 'all') throw notFound(what);
  assertWrites(access);
}

/**
 * Lets a user act on a deal under the policy that the contract names (docs/product/people-and-access.md, "Who sees a transaction"); answers as whom they do.
 * @throws {Refusal} `not_found` for those who may not see it, in the words for what does not exist, `not_allowed` for those who may see but not do this.
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
      // Not a deal's policy: an endpoint that reads a deal under it would let everyone in.
      throw new Error(`The policy ${policy} does not open a transaction.`);
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
 * For those who see the deal: it belongs to its organization, and to its creator only as long as they are of that.
 * @throws {Refusal} `not_allowed` for everybody but its creator and the admins of its organization
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
 * People of other organizations invite and add people only where the deal allows it.
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
 * Finds whom to notify about a change of each deal: everybody who sees all of it (`seesDeal`, for many deals at once), and
 * everybody who was removed from it by one of the changes, of which `from` is the first. Each deal is looked up separately: a
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
