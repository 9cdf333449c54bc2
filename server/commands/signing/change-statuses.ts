import { changeRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

type AssignmentRow = RowOf<'assignments'>;

/** Changes the status of assignments, and updates what depends on it. */
export async function changeStatuses(
  scope: DealWrite,
  assignments: readonly string[],
  changes: Pick<AssignmentRow, 'status'> & Partial<AssignmentRow>,
): Promise<void> {
  await changeRows(scope.tx, 'assignments', assignments, { ...changes, ...scope.stamp });
  const values = { status: changes.status };
  for (const uuid of assignments) scope.put('assignments', uuid, { fields: ['status'], values });
}
