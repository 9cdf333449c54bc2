import { sql } from 'kysely';
import { Refusal } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { mayDecide } from '../packets/packet-sender.ts';

interface OwnedPacket {
  status: string;
  assignments: string[];
  /** The organization that sent it or, if it wasn't emailed, the one that made it. */
  owner: string | null;
  name: string | null;
}

/**
 * Lets only the organization whose packet a signature is in, or the one that leads the deal, decide about pages of that signature. Otherwise, any
 * participant could put a sheet of its own in the place of another firm's signature. A finished packet counts unless a newer one is out.
 * @param what the end of the sentence, such as "match a page to it"
 * @throws {Refusal} `not_allowed`, with the organization that may
 */
export async function assertOwnPackets(
  scope: DealWrite,
  assignments: readonly string[],
  what: string,
): Promise<void> {
  const { tx, deal } = scope;
  if (assignments.length === 0) return;
  const { rows } = await sql<OwnedPacket>`
    select packets.status, packets.assignments, organizations.uuid as owner, organizations.name
    from packets
      left join users on users.uuid = packets.created_by
      left join organizations on organizations.uuid = coalesce(packets.sent_for, users.organization)
    where packets.transaction = ${deal.uuid} and packets.deleted_at is null
      and packets.status in ('ready', 'sent', 'viewed', 'partially_signed', 'completed')
      and packets.assignments && ${[...assignments]}::uuid[]
  `.execute(tx);
  for (const assignment of assignments) {
    const packets = rows.filter((packet) => packet.assignments.includes(assignment));
    const open = packets.filter(({ status }) => status !== 'completed');
    const others = (open.length > 0 ? open : packets).filter(
      ({ owner }) => !mayDecide(scope, { sent_for: owner }),
    );
    const [other] = others;
    if (!other) continue;
    const name = other.name ?? 'another organization';
    throw new Refusal(
      'not_allowed',
      `This signature is in a packet of ${name}. Only ${name}, or the organization that leads the transaction, can ${what}.`,
    );
  }
}
