import { describe, expect, it } from 'vitest';
import type { TaskRow } from '../../../db/rows.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { groupTasks } from './group-tasks.ts';

const NOW = new Date(2026, 5, 10, 9);
const entries = new Map<string, ChecklistEntry>();

function add(name: string, change: Partial<TaskRow> = {}): void {
  const task: TaskRow = {
    uuid: name,
    transaction: 'deal',
    name,
    description: '',
    isComplete: false,
    completedAt: null,
    completedBy: null,
    assignee: null,
    dueDate: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    modifiedAt: '2026-01-01T00:00:00.000Z',
    modifiedBy: null,
    ...change,
  };
  entries.set(`e-${name}`, {
    uuid: `e-${name}`,
    kind: 'task',
    name,
    item: null,
    task,
    document: null,
    documentStatus: null,
    unsaved: false,
  });
}

add('Yesterday', { dueDate: '2026-06-09' });
add('Long ago', { dueDate: '2026-01-09', assignee: 'ada' });
add('Today', { dueDate: '2026-06-10' });
add('In a week', { dueDate: '2026-06-17', assignee: 'ada' });
add('In eight days', { dueDate: '2026-06-18' });
add('Some day 10');
add('Some day 9');
add('First done', { isComplete: true, dueDate: '2026-01-01', completedAt: '2026-02-01T00:00:00.000Z' });
add('Done last', { isComplete: true, completedAt: '2026-06-01T00:00:00.000Z', assignee: 'ada' });

const shown = (owner: string) =>
  groupTasks({ entries }, owner, NOW).map(({ group, tasks }) => [
    group,
    ...tasks.map(({ task }) => task.name),
  ]);

describe('groupTasks', () => {
  it('sorts tasks by due date, and never calls a done task overdue', () => {
    expect(shown('everybody')).toEqual([
      ['late', 'Long ago', 'Yesterday'],
      ['soon', 'Today', 'In a week'],
      ['later', 'In eight days'],
      ['open', 'Some day 9', 'Some day 10'],
      ['done', 'Done last', 'First done'],
    ]);
  });

  it('returns only the tasks of one person, or only unassigned ones', () => {
    expect(shown('ada')).toEqual([
      ['late', 'Long ago'],
      ['soon', 'In a week'],
      ['done', 'Done last'],
    ]);
    expect(shown('nobody').flat()).not.toContain('In a week');
    expect(shown('somebody else')).toEqual([]);
  });
});
