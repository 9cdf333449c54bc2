import { safeFileName } from '../../../../src/contract/rules/documents/document-names.ts';
import { isHeld } from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import type { LinkHolder } from '../../../store/deals/packets/link-holder.ts';
import { notFound } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import {
  findLink,
  isFileExpired,
  statusesIn,
  type FoundLink,
} from '../../../store/deals/packets/signing-links.ts';
import { unknownLink } from './signing-room.ts';

/**
 * Returns a file that the holder of a link may read: a document with a page that they sign, the pages to print or, once they
 * have finished, their own signed packet.
 * @param id the item of the document, or the packet
 * @throws {Refusal} `not_found`
 */
export async function findRoomFile(
  services: Services,
  holder: LinkHolder,
  { id }: { id: string },
): Promise<{ key: string; fileName: string; packet: string; deal: FoundLink['deal'] }> {
  const { db } = services;
  const link = await findLink(db, holder, services.now());
  if (!link) throw unknownLink();
  const { packet, deal, state } = link;
  const of = { packet: packet.uuid, deal };
  if (id === packet.uuid) {
    if (state === 'paper' && packet.file_key !== null)
      return { ...of, key: packet.file_key, fileName: 'Pages to sign.pdf' };
    const hasFile = state === 'completed' && !isFileExpired(packet, services.now());
    if (!hasFile || packet.signed_file_key === null) throw notFound('This file');
    const held = (await statusesIn(db, packet)).some(isHeld);
    // A note on the pages would break the seal, so it is in the name.
    const fileName = `Signed pages${held ? ' (held in escrow, not released)' : ''}.pdf`;
    return { ...of, key: packet.signed_file_key, fileName };
  }
  // The file that was frozen when the packet was sent, even if the document has a newer version.
  const row =
    state === 'open' || state === 'paper' || state === 'elsewhere'
      ? await db
          .selectFrom('packet_documents as shown')
          .leftJoin('documents', 'documents.uuid', 'shown.document')
          .select(['shown.name', 'shown.file_key as key'])
          .where('shown.packet', '=', packet.uuid)
          .where('shown.item', '=', id)
          .where('documents.malware', 'is', null)
          .executeTakeFirst()
      : undefined;
  if (!row || row.key === null) throw notFound('This file');
  return { ...of, key: row.key, fileName: `${safeFileName(row.name, 120)}.pdf` };
}
