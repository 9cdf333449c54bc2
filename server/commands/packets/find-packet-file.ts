import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { safeFileName } from '../../../src/contract/rules/documents/document-names.ts';
import { invalid } from '../../refusal.ts';
import { rowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

/** The location of a packet's PDF, and its download name. */
export type FoundPacketFile = { key: string; fileName: string; organization: string; deal: string };

/**
 * Returns the PDF of a packet as the reader may see it. Signed pages are held until their release, so until then only the organization
 * that collected them gets them.
 * @throws {Refusal} `invalid` if there is none yet
 */
export async function findPacketFile(
  { tx, deal, user }: DealRead,
  { id }: { id: string },
): Promise<FoundPacketFile> {
  const packet = await rowOf(tx, packetCollection, deal.uuid, id);
  const sender = packet.sent_by
    ? await tx
        .selectFrom('users')
        .select('organization')
        .where('uuid', '=', packet.sent_by)
        .executeTakeFirst()
    : undefined;
  const isCollector = sender?.organization === user.organization;
  const key = (isCollector ? packet.signed_file_key : null) ?? packet.file_key;
  if (key === null) throw invalid('The PDF of this packet isn’t ready yet.');
  const { full_name } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  const fileName = `${safeFileName(`${deal.name} - ${full_name}`, 120)}.pdf`;
  return { key, fileName, organization: deal.organization, deal: deal.uuid };
}
