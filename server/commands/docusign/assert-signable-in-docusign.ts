import { needsWitness } from '../../../src/contract/rules/signing/packets/deed.ts';
import { nameOfItem } from '../../signing/read-page-sheets.ts';
import { invalid } from '../../refusal.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';

/**
 * In DocuSign, nobody can sign as a witness, and a page can't be signed together with its whole document.
 * @throws {Refusal} `invalid`, naming the deeds and the documents that need a witness
 */
export async function assertSignableInDocusign(
  { tx, deal }: Pick<DealRead, 'tx' | 'deal'>,
  packets: readonly { readonly assignments: readonly string[] }[],
): Promise<void> {
  const assignments = packets.flatMap((packet) => packet.assignments);
  if (deal.esigning_service !== 'docusign' || assignments.length === 0) return;
  const rows = await tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .select(['assignments.requires_witness', 'items.is_deed', 'items.for_signing'])
    .select(['items.name', 'items.name_alt', 'items.name_alt_enabled'])
    .where('assignments.uuid', 'in', assignments)
    .orderBy('items.name')
    .execute();
  const witnessed = rows.filter((row) => needsWitness(row, row, deal));
  const names = new Set(witnessed.map((item) => `“${nameOfItem(item)}”`));
  if (names.size === 0) return;
  throw invalid(
    `${inWords([...names])} ${names.size === 1 ? 'needs' : 'need'} a witness, and DocuSign packets can’t have one. Choose Counterpart as the e-signing service, or have the packet signed on paper.`,
    'packets',
  );
}
