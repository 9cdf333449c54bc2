import type { RowOf } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import { ownsPackets } from './assert-own-packets.ts';

type Page = Pick<RowOf<'executed_document_pages'>, 'outcome' | 'candidates' | 'assignments'>;

/**
 * Returns whether an organization decides about a page that another one uploaded: the page is, or may be, of a packet that it sent or
 * made.
 */
export async function mayTakeOver(
  scope: Pick<DealRead, 'tx' | 'deal'>,
  { outcome, candidates, assignments }: Page,
  organization: string | null,
): Promise<boolean> {
  const named = outcome === 'other_packet' ? candidates : assignments;
  return organization !== null && (await ownsPackets(scope, named, organization));
}
