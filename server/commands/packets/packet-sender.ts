import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { decidesAboutPackets } from '../../../src/contract/rules/signing/pages/page-owners.ts';
import { Refusal } from '../../refusal.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';

type Sent = Pick<RowOf<'packets'>, 'sent_for'>;

/** Returns whether the reader's organization sent a packet, and so collects its signatures. */
export function collectsPacket({ sent_for }: Sent, { organization }: DealRead['user']): boolean {
  return sent_for === organization;
}

/** Returns whether the user's organization decides about a packet; the server itself always may. */
export function mayDecide(scope: DealWrite, packet: Sent): boolean {
  return mayDecideAbout(scope, [packet]);
}

function mayDecideAbout({ deal, user }: DealWrite, packets: readonly Sent[]): boolean {
  if (user === null) return true;
  const senders = packets.map(({ sent_for }) => sent_for);
  const { organization } = user;
  return decidesAboutPackets(senders, { organization, leads: organization === deal.organization });
}

/**
 * Lets only the organization that sent a packet, or that leads the deal, decide about it.
 * @param what the end of the sentence, such as "cancel this packet"
 * @throws {Refusal} `not_allowed`
 */
export function assertMayDecide(scope: DealWrite, packets: readonly Sent[], what: string): void {
  if (mayDecideAbout(scope, packets)) return;
  throw new Refusal('not_allowed', `Only the organization that sent the packet can ${what}.`);
}

/** Returns the finished packets in which these assignments were signed. */
export async function packetsOfSignatures(
  { tx, deal }: DealWrite,
  assignments: readonly string[],
): Promise<RowOf<'packets'>[]> {
  const asked = new Set(assignments);
  const packets = await selectRows(tx, packetCollection, { deal: deal.uuid });
  return packets.filter(
    (packet) => packet.status === 'completed' && packet.assignments.some((uuid) => asked.has(uuid)),
  );
}
