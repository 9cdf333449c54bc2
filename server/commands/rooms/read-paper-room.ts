import type { Selectable } from 'kysely';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { isUnmatched } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { FORMALITIES } from '../../../src/contract/rules/signing/packets/formalities.ts';
import type { PaperRoom, SentFiles } from '../../../src/contract/entities/signing/signing-room.ts';
import { isAcknowledgment } from '../../signing/packets/acknowledgment-sheets.ts';
import { isSignedOnline } from '../../store/deals/packets/signed-pages.ts';
import { isFileExpired } from '../../store/deals/packets/signing-links.ts';
import type { PacketTable } from '../../store/deals/packets/packet-tables.ts';
import type { Tx } from '../../store/tables.ts';
import { isBack } from '../paper/signed-pages.ts';
import { readFormalities } from '../packets/sending/read-formalities.ts';

/**
 * Returns whether a completed packet still accepts files. It does if its pages came back on paper, because more may follow,
 * such as a notary's acknowledgment.
 */
export function mayFollow(packet: Selectable<PacketTable>, now: Date): boolean {
  return packet.needs_paper && !isSignedOnline(packet) && !isFileExpired(packet, now);
}

/**
 * Reads which pages of a packet are signed on paper, which of them are back, and the status of the files that its signatory
 * sent.
 */
export async function readPaperRoom(
  tx: Tx,
  packet: Selectable<PacketTable>,
): Promise<Pick<PaperRoom, 'num_pages' | 'pages' | 'files'>> {
  const pages = await tx
    .selectFrom('packet_pages')
    .select(['uuid', 'order', 'item', 'assignments', 'signed_with'])
    .select(isAcknowledgment('packet_pages').as('isAcknowledgment'))
    .where('packet', '=', packet.uuid)
    .orderBy('order')
    .execute();
  const assignments = await tx
    .selectFrom('assignments')
    .select(['uuid', 'status'])
    .where('uuid', 'in', packet.assignments)
    .execute();
  const open = new Set(assignments.flatMap((each) => (isBack(each) ? [] : each.uuid)));
  const counted = new Set(assignments.flatMap(({ uuid, status }) => (countsAsSignature(status) ? uuid : [])));
  const deal = await tx
    .selectFrom('transactions')
    .select(['uuid', 'is_deed_transaction'])
    .where('uuid', '=', packet.transaction)
    .executeTakeFirstOrThrow();
  const formalities = await readFormalities(tx, deal);
  return {
    num_pages: Math.max(pages.length, 1),
    pages: pages
      // A rejected page doesn't count as received. If it is still needed, it is in a newer packet.
      .filter((page) => page.assignments.some((each) => counted.has(each)))
      .map((page) => {
        const needs = new Set(page.assignments.flatMap((each) => formalities.ofSignature(each)));
        const acknowledgment = pages.find(
          ({ isAcknowledgment, signed_with }) =>
            isAcknowledgment && signed_with.some((each) => page.assignments.includes(each)),
        );
        return {
          uuid: page.uuid,
          number: page.order + 1,
          document: page.item,
          capacities: [...new Set(page.assignments.flatMap((each) => packet.capacities?.[each] || []))],
          needs: FORMALITIES.filter((each) => needs.has(each)),
          acknowledgment: acknowledgment ? acknowledgment.order + 1 : null,
          is_back: !page.assignments.some((each) => open.has(each)),
        };
      }),
    files: await readSentFiles(tx, packet.uuid),
  };
}

/** Reads the files that were sent back with a packet's links, and their status. */
export async function readSentFiles(tx: Tx, packet: string): Promise<SentFiles> {
  const files = await tx
    .selectFrom('executed_documents')
    .select(['uuid', 'name', 'status', 'error_message'])
    .where('packet', '=', packet)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute();
  if (files.length === 0) return [];
  const pages = await tx
    .selectFrom('executed_document_pages')
    .select(['executed_document', 'assignments', 'outcome'])
    .where(
      'executed_document',
      'in',
      files.map(({ uuid }) => uuid),
    )
    .where('deleted_at', 'is', null)
    .execute();
  const pagesOf = Map.groupBy(pages, ({ executed_document }) => executed_document);
  return files.map(({ uuid, name, status, error_message: problem }) => {
    const own = pagesOf.get(uuid) ?? [];
    return {
      uuid,
      name,
      status,
      problem,
      num_matched: own.filter((page) => page.assignments.length > 0).length,
      num_unmatched: own.filter(isUnmatched).length,
    };
  });
}
