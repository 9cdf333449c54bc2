import { sql } from 'kysely';
import type { EvidenceDocument } from '../../../src/contract/rules/evidence/evidence-document.ts';
import { nameOfItem } from '../../signing/read-page-sheets.ts';
import { pdfHash } from '../../storage/object-keys.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';

/** A document whose pages are in a packet, as it is today. */
export interface CurrentDocument {
  readonly packet: string;
  readonly item: string;
  readonly order: number;
  readonly name: string;
  /** As its signature pages have it. */
  readonly printed_name: string;
  readonly document: string | null;
  readonly version: number | null;
  readonly file_key: string | null;
  readonly isConverting: boolean;
}

/** Returns the documents whose pages are in these packets, with their current versions, in the order of the pages. */
export async function currentDocuments(tx: Tx, packets: readonly string[]): Promise<CurrentDocument[]> {
  const { rows } = await sql<
    Omit<CurrentDocument, 'printed_name'> & { name_alt: string; name_alt_enabled: boolean }
  >`
    select shown.packet, items.uuid as item, shown.first as "order", items.name,
      items.name_alt, items.name_alt_enabled, documents.uuid as document,
      case when documents.uuid is not null then (
        select count(*)::integer from documents as version
        where version.item_id = items.uuid and version.deleted_at is null
          and (version.created_at, version.uuid) <= (documents.created_at, documents.uuid)
      ) end as version,
      documents.pdf_file_key as file_key,
      coalesce(documents.conversion_status = 'processing', false) as "isConverting"
    from (
      select packet, item, min("order") as first from packet_pages
      where packet = any(${packets}::uuid[]) and item is not null
      group by packet, item
    ) as shown
    join items on items.uuid = shown.item
    left join documents on documents.uuid = items.document and documents.malware is null
    order by shown.packet, shown.first
  `.execute(tx);
  return rows.map(({ name_alt, name_alt_enabled, ...row }) => ({
    ...row,
    printed_name: nameOfItem({ name: row.name, name_alt, name_alt_enabled }),
  }));
}

/**
 * Freezes the documents that a packet shows for reading: from now on its room opens exactly these files, whatever version is uploaded
 * later. Returns them for the evidence.
 */
export async function freezeDocuments({ tx, deal }: DealWrite, packet: string): Promise<EvidenceDocument[]> {
  const rows = (await currentDocuments(tx, [packet])).map(({ isConverting: _, ...row }) => row);
  if (rows.length > 0)
    await tx
      .insertInto('packet_documents')
      .values(rows.map((row) => ({ ...row, transaction: deal.uuid })))
      .execute();
  return rows.map(asEvidence);
}

/** Returns the documents that a sent packet shows, in the order of its pages. */
export async function readPacketDocuments(tx: Tx, packet: string): Promise<EvidenceDocument[]> {
  const rows = await tx
    .selectFrom('packet_documents')
    .select(['item', 'name', 'version', 'file_key'])
    .where('packet', '=', packet)
    .orderBy('order')
    .execute();
  return rows.map(asEvidence);
}

/** Returns the pages of a packet for the evidence. */
export async function readPacketPages(
  tx: Tx,
  packet: string,
): Promise<{ uuid: string; number: number; item: string | null; sha256: string }[]> {
  const rows = await tx
    .selectFrom('packet_pages')
    .select(['uuid', 'order', 'item', 'sha256'])
    .where('packet', '=', packet)
    .orderBy('order')
    .execute();
  return rows.map(({ uuid, order, item, sha256 }) => ({ uuid, number: order + 1, item, sha256 }));
}

/** PDFs are stored under their own hashes. */
function asEvidence(row: Pick<CurrentDocument, 'item' | 'name' | 'version' | 'file_key'>): EvidenceDocument {
  const { item, name, version, file_key } = row;
  return { item, name, version, sha256: file_key === null ? null : pdfHash(file_key) };
}
