import type { Task } from '../entities/checklist/task.ts';
import { defineCollection } from './collection.ts';

export const taskCollection = defineCollection<Task>()({
  name: 'tasks',
  wire: 'tasks',
  path: '/transactions/task',
  command: 'task',
  nouns: { one: 'task', many: 'tasks' },
  subject: 'task',
  topic: 'tasks',
  page: 'checklist?task={id}',
  restorable: 'task',
  title: 'name',
  fields: ['name', 'description', 'is_complete', 'assignee', 'due_date'],
  parents: [],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: [],
  form: 1,
});
