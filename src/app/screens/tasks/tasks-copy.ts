// The UI copy of a transaction's tasks.
import { counted } from '../../lib/format/numbers.ts';
import type { TaskGroup } from './group-tasks.ts';

export const TASKS = {
  name: 'Tasks',
  newTask: 'New task',
  add: 'Add task',
  show: 'Show',
  everybody: 'All tasks',
  nobody: 'Unassigned',
  me: (name: string) => `${name} (you)`,
  notHere: 'Some tasks of this transaction haven’t loaded on this device.',
  none: 'This transaction has no tasks yet.',
  noMatch: 'No results',
  done: (name: string) => `Done: ${name}`,
  unsaved: 'Not synced yet',
};

export const GROUPS: Record<TaskGroup, string> = {
  late: 'Overdue',
  soon: 'Due within a week',
  later: 'Due later',
  open: 'No due date',
  done: 'Done',
};

export const NOTED_ROWS = {
  title: 'Notes on checklist items',
  notes: (count: number) => counted(count, 'note', 'notes'),
};

/** Names of the user's actions, for undo and the palette. */
export const ACTS = {
  add: (name: string) => `Add the task “${name}”`,
  mark: (name: string, done: boolean) => `Mark “${name}” as ${done ? 'done' : 'not done'}`,
};
