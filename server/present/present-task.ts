import type { Task } from '../../src/contract/entities/checklist/task.ts';
import type { TaskRow } from '../store/tables.ts';
import { instant, maybeInstant, presentRow } from './present-row.ts';

export function presentTask(row: TaskRow): Task {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    name: row.name,
    description: row.description,
    is_complete: row.is_complete,
    completed_at: maybeInstant(row.completed_at),
    completed_by: row.completed_by,
    assignee: row.assignee,
    due_date: row.due_date,
    created_at: instant(row.created_at),
    ...presentRow(row),
  };
}
