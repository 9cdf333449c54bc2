import { sql } from 'kysely';
import {
  LIVE_PACKETS,
  packetsOfSignature,
  type OwnedPacket,
} from '../../../src/contract/rules/signing/pages/page-owners.ts';
import { Refusal } from '../../refusal.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';

/** Includes the organization's name. */
type NamedPacket = OwnedPacket & { readonly name: string | null };

type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;

/**
 * Returns the name of an organization whose packet contains one of these signatures, if `organization` may not decide about
 * that packet: it neither sent nor created it, and doesn't lead the deal.
 * @param organization null = the server itself, which always may
 */
export async function otherOwner(
  scope: ReadOfDeal,
  assignments: readonly string[],
  organization: string | null,
): Promise<string | null> {
  if (organization === null || organization === scope.deal.organization) return null;
  const packets = await livePackets(scope, assignments);
  const other = assignments
    .flatMap((each) => packetsOfSignature(packets, each))
    .find(({ owner }) => owner !== organization);
  return other ? (other.name ?? 'another organization') : null;
}

/** Returns the live packets that have one of these signatures. */
export async function livePackets(
  { tx, deal }: ReadOfDeal,
  assignments: readonly string[],
): Promise<NamedPacket[]> {
  if (assignments.length === 0) return [];
  const { rows } = await sql<NamedPacket>`
    select packets.status, packets.assignments, organizations.uuid as owner, organizations.name
    from packets
      left join users on users.uuid = packets.created_by
      left join organizations on organizations.uuid = coalesce(packets.sent_for, users.organization)
    where packets.transaction = ${deal.uuid} and packets.deleted_at is null
      and packets.status = any(${[...LIVE_PACKETS]}) and packets.assignments && ${[...assignments]}::uuid[]
  `.execute(tx);
  return rows;
}

/**
 * Lets only the organization whose packet a signature is in, or the one that leads the deal, decide about pages of that signature. Otherwise, any
 * participant could put a sheet of its own in the place of another firm's signature.
 * @param what the end of the sentence, such as "match a page to it"
 * @throws {Refusal} `not_allowed`, with the organization that may
 */
export async function assertOwnPackets(
  scope: DealWrite,
  assignments: readonly string[],
  what: string,
): Promise<void> {
  const name = await otherOwner(scope, assignments, scope.user?.organization ?? null);
  if (name === null) return;
  throw new Refusal(
    'not_allowed',
    `This signature is in a packet from ${name}. Only ${name}, or the organization that leads the transaction, can ${what}.`,
  );
}
