import { sql } from 'kysely';
import type { EvidenceDocument } from '../../../../src/contract/rules/evidence/evidence-document.ts';
import { nameOfItem } from '../../../signing/read-page-sheets.ts';
import { isDeed, needsWholeDocument } from '../../../../src/contract/rules/signing/packets/deed.ts';
import { pdfHash } from '../../../storage/object-keys.ts';
import type { DealWrite } from '../../../store/deals/deal-write.ts';
import type { Tx } from '../../../store/tables.ts';

/** The current state of a document whose pages are in a packet. */
export interface CurrentDocument {
  readonly packet: string;
  readonly item: string;
  readonly order: number;
  readonly name: string;
  /** Its name on its signature pages. */
  readonly printed_name: string;
  readonly document: string | null;
  readonly version: number | null;
  readonly file_key: string | null;
  readonly isConverting: boolean;
  /** Whether its pages are signed together with the whole document. */
  readonly whole_document: boolean;
}

interface CurrentRow extends Omit<CurrentDocument, 'whole_document' | 'printed_name'> {
  readonly name_alt: string;
  readonly name_alt_enabled: boolean;
  readonly is_deed: boolean;
  readonly for_signing: boolean;
  readonly is_deed_transaction: boolean;
  readonly mercury_signings: boolean;
  /** Whether one of its pages in the packet has a place for a witness. */
  readonly witnessed: boolean;
}

/** Returns the documents whose pages are in these packets, with their current versions, in the order of the pages. */
export async function currentDocuments(tx: Tx, packets: readonly string[]): Promise<CurrentDocument[]> {
  const { rows } = await sql<CurrentRow>`
    select shown.packet, items.uuid as item, shown.first as "order", items.name,
      items.name_alt, items.name_alt_enabled, documents.uuid as document,
      case when documents.uuid is not null then (
        select count(*)::integer from documents as version
        where version.item_id = items.uuid and version.deleted_at is null
          and (version.created_at, version.uuid) <= (documents.created_at, documents.uuid)
      ) end as version,
      documents.pdf_file_key as file_key,
      coalesce(documents.conversion_status = 'processing', false) as "isConverting",
      items.is_deed, items.for_signing, deal.is_deed_transaction, organization.mercury_signings, shown.witnessed
    from (
      select packet, item, min("order") as first,
        bool_or(coalesce(sheet -> 'fields' @> '[{"purpose": "witness_signature"}]', false)) as witnessed
      from packet_pages
      where packet = any(${packets}::uuid[]) and item is not null
      group by packet, item
    ) as shown
    join items on items.uuid = shown.item
    join transactions as deal on deal.uuid = items.transaction
    join organizations as organization on organization.uuid = deal.organization
    left join documents on documents.uuid = items.document and documents.malware is null
    order by shown.packet, shown.first
  `.execute(tx);
  return rows.map(
    ({
      name_alt,
      name_alt_enabled,
      is_deed,
      for_signing,
      is_deed_transaction,
      mercury_signings,
      witnessed: isWitnessed,
      ...row
    }) => ({
      ...row,
      printed_name: nameOfItem({ name: row.name, name_alt, name_alt_enabled }),
      whole_document: needsWholeDocument(
        { isDeed: isWitnessed && isDeed({ is_deed, for_signing }, { is_deed_transaction }), isWitnessed },
        { mercury_signings },
      ),
    }),
  );
}

/**
 * Freezes the documents that a packet shows for reading: from now on its room opens exactly these files, whatever version is uploaded
 * later. Returns them for the evidence.
 */
export async function freezeDocuments(
  { tx, deal }: DealWrite,
  packet: string,
  current?: readonly CurrentDocument[],
): Promise<EvidenceDocument[]> {
  const documents = current ?? (await currentDocuments(tx, [packet]));
  const rows = documents.map(({ isConverting: _, ...row }) => row);
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

/** Returns the documents of a packet whose pages are signed only together with the whole document, by their items. */
export async function readWholeDocuments(tx: Tx, packet: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('packet_documents')
    .select(['item', 'name'])
    .where('packet', '=', packet)
    .where('whole_document', '=', true)
    .execute();
  return new Map(rows.map(({ item, name }) => [item, name]));
}

/** Returns what the room of a sent packet shows, for the evidence. */
export async function readShown(
  tx: Tx,
  packet: string,
): Promise<{ documents: EvidenceDocument[]; pages: EvidencePage[] }> {
  return { documents: await readPacketDocuments(tx, packet), pages: await readPacketPages(tx, packet) };
}

interface EvidencePage {
  readonly uuid: string;
  readonly number: number;
  readonly item: string | null;
  readonly sha256: string;
}

/** Returns the pages of a packet for the evidence. */
export async function readPacketPages(tx: Tx, packet: string): Promise<EvidencePage[]> {
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
