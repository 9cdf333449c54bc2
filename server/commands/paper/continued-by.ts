import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/** Returns the signatures that these pages go with, if the pages are sheets without a signature line. */
export async function continuedBy(
  { tx, deal }: Pick<DealWrite, 'tx' | 'deal'>,
  pages: readonly Pick<RowOf<'executed_document_pages'>, 'outcome' | 'candidates'>[],
): Promise<RowOf<'assignments'>[]> {
  const named = pages.flatMap(({ outcome, candidates }) => (outcome === 'continuation' ? candidates : []));
  return selectRows(tx, assignmentCollection, { deal: deal.uuid, among: [...new Set(named)] });
}
