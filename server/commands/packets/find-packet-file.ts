import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { safeFileName } from '../../../src/contract/rules/documents/document-names.ts';
import { invalid } from '../../refusal.ts';
import { rowOf, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { isSignedOnline } from '../../store/deals/packets/signed-pages.ts';
import { isBound } from './sending/printed-packets.ts';
import { collectsPacket } from './packet-sender.ts';
import { releasedAmong } from './released-among.ts';

/** The location of a packet's PDF, and its download name. `isUnbound`: nobody has downloaded or received it yet. */
export type FoundPacketFile = {
  key: string;
  fileName: string;
  organization: string;
  deal: string;
  isUnbound: boolean;
};

/**
 * Returns the PDF of a packet as the reader may see it. Signed pages are held until their release, so until all of them are released,
 * only the organization that collected them gets them. Others get the pages without signatures.
 * @throws {Refusal} `invalid` if the packet has no PDF yet
 */
export async function findPacketFile(
  { tx, deal, user }: DealRead,
  { id }: { id: string },
): Promise<FoundPacketFile> {
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  // A packet that came back on paper has no signed PDF of its own.
  const isSigned = packet.status === 'completed' && isSignedOnline(packet);
  const isFree = isSigned && (await isReleased({ tx, deal }, packet));
  const maySee = isFree || collectsPacket(packet, user);
  // Never return the blank pages in place of the signed ones.
  const key = isSigned && maySee ? packet.signed_file_key : packet.file_key;
  if (key === null)
    throw invalid(
      isSigned
        ? 'The signed pages aren’t ready yet. Try again in a minute.'
        : 'The PDF of this packet isn’t ready yet.',
    );
  const { full_name } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const note = !isSigned || isFree ? '' : maySee ? ' (held in escrow, not released)' : ' (unsigned)';
  const fileName = `${safeFileName(`${deal.name} - ${full_name}`, 120)}${note}.pdf`;
  const isUnbound = packet.status === 'ready' && !isBound(packet);
  return { key, fileName, organization: deal.organization, deal: deal.uuid, isUnbound };
}

async function isReleased(
  scope: Pick<DealRead, 'tx' | 'deal'>,
  { assignments }: RowOf<'packets'>,
): Promise<boolean> {
  return (await releasedAmong(scope, assignments)).size === assignments.length;
}
