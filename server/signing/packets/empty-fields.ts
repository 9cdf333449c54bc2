import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { Tx } from '../../store/tables.ts';

/**
 * Returns how many signing fields of these assignments nobody fills in: the signing room fills in only where to sign, and when, on marked
 * pages of files.
 */
export async function countEmptyFields(
  tx: Tx,
  deal: string,
  assignments: readonly string[],
): Promise<number> {
  const fields = await selectRows(tx, tabCollection, {
    deal,
    naming: { field: 'assignment', rows: assignments },
  });
  if (fields.length === 0) return 0;
  const rows = await selectRows(tx, assignmentCollection, { deal, among: assignments });
  const pages = await selectRows(tx, signaturePageCollection, { deal });
  const pageOf = new Map(rows.map(({ uuid, item_page_uuid: page }) => [uuid, page]));
  const files = new Set(pages.flatMap(({ uuid, source }) => (source === 'file' ? [uuid] : [])));
  return fields.filter(({ assignment, tab_type: type }) => {
    const isFilled = type === 'signature' || type === 'date_signed';
    return !isFilled || !files.has(pageOf.get(assignment) ?? '');
  }).length;
}
