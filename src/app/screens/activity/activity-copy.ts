// The UI copy of a transaction's activity. The sentences of the acts themselves are in act-in-words.ts.
import { counted } from '../../lib/format/numbers.ts';
import type { Topic } from './find-acts.ts';

export const ACTIVITY = {
  name: 'Activity',
  notHereTitle: 'The activity is not on this device yet',
  notHere: 'It will appear here once it loads from the server.',
  search: 'Search activity',
  topic: 'Show',
  actor: 'By',
  everybody: 'Everyone',
  me: (name: string) => `${name} (you)`,
  unsent: (count: number) =>
    `${counted(count, 'change hasn’t', 'changes haven’t')} been sent yet and will appear here afterward.`,
  noneTitle: 'No results',
  noneYetTitle: 'No activity yet',
  noneYet: 'Nothing has happened in this transaction in the last 90 days.',
  noMatch: 'No activity matches your search.',
  restore: 'Restore',
  restoreLabel: (name: string) => (name === '' ? 'Restore' : `Restore ${name}`),
  restoring: 'Waiting to restore',
  restoringNotice: (name: string) => `${name} will be restored when the server receives your request.`,
};

export const TOPICS: Record<Topic, string> = {
  all: 'Everything',
  checklist: 'Checklist',
  files: 'Files',
  tasks: 'Tasks and notes',
  fields: 'Fields',
  signing: 'Signing',
  people: 'People',
  details: 'Transaction details',
  deleted: 'Deleted',
};
