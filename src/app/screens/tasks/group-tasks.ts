import type { TaskRow } from '../../../db/rows.ts';
import type { ChecklistContent } from '../../../db/views/checklist-snapshot.ts';
import { isoDay } from '../../lib/format/dates.ts';

/** A task, and its place on the checklist. */
export interface PlacedTask {
  task: TaskRow;
  /** The element's uuid. */
  element: string;
  unsaved: boolean;
}

/** Under which heads the tasks of a deal stand, in this order. */
export const TASK_GROUPS = {
  late: 'Overdue',
  soon: 'Due within a week',
  later: 'Due later',
  open: 'Without a date',
  done: 'Done',
} as const;
export type TaskGroup = keyof typeof TASK_GROUPS;

/** Whose tasks are shown: everybody's, those that nobody has yet, or one person's by their uuid. */
export type TaskOwner = 'everybody' | 'nobody' | (string & {});

const SOON_DAYS = 7;

/** The tasks of a deal by when they are due, the next first; what is done stands last, the latest first. */
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
  return Object.keys(TASK_GROUPS)
    .filter((key): key is TaskGroup => key in TASK_GROUPS)
    .map((group) => ({
      group,
      tasks: all
        .filter(({ task }) => groupOf(task) === group)
        .toSorted((one, other) =>
          group === 'done' ? byEnd(one.task, other.task) : byDate(one.task, other.task),
        ),
    }))
    .filter(({ tasks }) => tasks.length > 0);
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
