import { sql } from 'kysely';
import type { Signature } from '../../../src/contract/rules/closing/release.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { signaturesOfOtherVersions } from '../../store/deals/packets/signed-versions.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';

/**
 * Checks that the current version of each document is the one that its signatories were shown, because a signature counts
 * only for the text that was signed. Also checks that the document can be collated.
 * @throws {Refusal} `invalid`, naming the documents
 */
export async function assertAsSigned(
  { tx, deal }: Pick<DealWrite, 'tx' | 'deal'>,
  covered: readonly Signature[],
): Promise<void> {
  const changed = await signaturesOfOtherVersions(
    tx,
    deal.uuid,
    covered.map(({ uuid }) => uuid),
  );
  if (changed.length > 0) {
    const names = changed.map(({ name, version }) =>
      version === null ? `“${name}”` : `“${name}” (version ${version} was signed)`,
    );
    throw invalid(
      `These changed after they were sent for signature: ${inWords([...new Set(names)])}. Make the signed version current again, or request new signatures.`,
    );
  }
  const { rows: unfinished } = await sql<{ name: string }>`
    select items.name from items join documents on documents.uuid = items.document
    where items.uuid = any(${covered.map(({ item }) => item)}::uuid[]) and documents.pdf_file_key is null
    order by items.name
  `.execute(tx);
  if (unfinished.length > 0)
    throw invalid(
      `These aren’t converted to PDF yet: ${inWords(unfinished.map(({ name }) => `“${name}”`))}. Wait for that to finish, or replace the file.`,
    );
}
