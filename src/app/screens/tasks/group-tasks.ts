import type { TaskRow } from '../../../db/rows.ts';
import type { ChecklistContent } from '../../../db/views/checklist-snapshot.ts';
import { isoDay } from '../../lib/format/dates.ts';

/** A task and its row on the checklist. */
export interface PlacedTask {
  task: TaskRow;
  /** The element's uuid. */
  element: string;
  unsaved: boolean;
}

/** The groups of tasks, in the order shown. */
const TASK_GROUPS = ['late', 'soon', 'later', 'open', 'done'] as const;
export type TaskGroup = (typeof TASK_GROUPS)[number];

/** Whose tasks to show: everybody's, unassigned ones, or one person's, by their uuid. */
export type TaskOwner = 'everybody' | 'nobody' | (string & {});

const SOON_DAYS = 7;

/** Returns the tasks of a deal by due date, the next one first. Done tasks come last, the latest first. */
export function groupTasks(
  { entries }: Pick<ChecklistContent, 'entries'>,
  owner: TaskOwner,
  now: Date,
): { group: TaskGroup; tasks: PlacedTask[] }[] {
  const today = isoDay(now);
  const soon = isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + SOON_DAYS));
  const groupOf = ({ isComplete, dueDate }: TaskRow): TaskGroup => {
    if (isComplete) return 'done';
    if (dueDate === null) return 'open';
    if (dueDate < today) return 'late';
    return dueDate <= soon ? 'soon' : 'later';
  };
  const all = [...entries.values()]
    .flatMap(({ task, uuid, unsaved }): PlacedTask[] => (task ? [{ task, element: uuid, unsaved }] : []))
    .filter(({ task }) => isOf(task, owner));
  return TASK_GROUPS.map((group) => ({
    group,
    tasks: all
      .filter(({ task }) => groupOf(task) === group)
      .toSorted((one, other) =>
        group === 'done' ? byEnd(one.task, other.task) : byDate(one.task, other.task),
      ),
  })).filter(({ tasks }) => tasks.length > 0);
}

function isOf({ assignee }: TaskRow, owner: TaskOwner): boolean {
  if (owner === 'everybody') return true;
  return owner === 'nobody' ? assignee === null : assignee === owner;
}

function byDate(one: TaskRow, other: TaskRow): number {
  if (one.dueDate !== other.dueDate) return (one.dueDate ?? '') < (other.dueDate ?? '') ? -1 : 1;
  return one.name.localeCompare(other.name, undefined, { numeric: true });
}

function byEnd(one: TaskRow, other: TaskRow): number {
  return (other.completedAt ?? '').localeCompare(one.completedAt ?? '') || byDate(one, other);
}
