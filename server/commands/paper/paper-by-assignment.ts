import type { OnPaper } from '../../present/present-signing-in-full.ts';
import type { Tx } from '../../store/tables.ts';

/** Returns a function that finds the returned page on which an assignment of the deal was signed. */
export async function paperByAssignment(
  tx: Tx,
  deal: string,
): Promise<(assignment: string) => OnPaper | undefined> {
  const rows = await tx
    .selectFrom('assignments')
    .innerJoin('executed_document_pages as page', 'page.uuid', 'assignments.executed_document_page')
    .select(['assignments.uuid', 'page.uuid as executed_document_page', 'page.executed_document'])
    .where('assignments.transaction', '=', deal)
    .where('assignments.deleted_at', 'is', null)
    .execute();
  const known = new Map(rows.map(({ uuid, ...page }) => [uuid, page]));
  return (assignment) => known.get(assignment);
}
