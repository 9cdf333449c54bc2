import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';

/** Returns which of these signatures are released, so that everyone on the deal may see them. */
export async function releasedAmong(
  { tx, deal }: Pick<DealRead, 'tx' | 'deal'>,
  assignments: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: assignments });
  return new Set(rows.filter(({ status }) => status === 'released').map(({ uuid }) => uuid));
}
