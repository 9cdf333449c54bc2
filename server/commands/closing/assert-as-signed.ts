import { sql } from 'kysely';
import type { Signature } from '../../../src/contract/rules/closing/release.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { inWords } from '../packets/names-in-words.ts';

/**
 * Checks that the current version of each document is the one that its signatories were shown, and that it can be collated: a signature
 * counts for the text that was signed.
 * @throws {Refusal} `invalid`, naming the documents
 */
export async function assertAsSigned(
  { tx, deal }: Pick<DealWrite, 'tx' | 'deal'>,
  covered: readonly Signature[],
): Promise<void> {
  const assignments = covered.map(({ uuid }) => uuid);
  const { rows: changed } = await sql<{ name: string; version: number | null }>`
    select distinct items.name, shown.version
    from packets
      join packet_documents as shown on shown.packet = packets.uuid
      join items on items.uuid = shown.item
      join assignments on assignments.uuid = any(packets.assignments) and assignments.item = items.uuid
    where packets.transaction = ${deal.uuid}
      and packets.deleted_at is null
      and packets.status in ('sent', 'viewed', 'partially_signed', 'completed')
      and assignments.uuid = any(${assignments}::uuid[])
      and shown.document is not null
      and shown.document is distinct from items.document
    order by items.name
  `.execute(tx);
  if (changed.length > 0) {
    const names = changed.map(({ name, version }) =>
      version === null ? `“${name}”` : `“${name}” (version ${version} was signed)`,
    );
    throw invalid(
      `Changed since they went out for signature: ${inWords(names)}. Make the signed version current again, or ask for the signatures again.`,
    );
  }
  const { rows: unfinished } = await sql<{ name: string }>`
    select items.name from items join documents on documents.uuid = items.document
    where items.uuid = any(${covered.map(({ item }) => item)}::uuid[]) and documents.pdf_file_key is null
    order by items.name
  `.execute(tx);
  if (unfinished.length > 0)
    throw invalid(
      `Not converted to PDF yet: ${inWords(unfinished.map(({ name }) => `“${name}”`))}. Wait until that is done, or replace the file.`,
    );
}
