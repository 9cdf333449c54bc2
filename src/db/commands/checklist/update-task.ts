import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import { sameFields } from './same-fields.ts';
import { fieldsBefore, stillHas, withEdits } from './with-edits.ts';

export interface UpdateTaskArgs {
  transaction: string;
  uuid: string;
  edits: {
    name?: string | undefined;
    description?: string | undefined;
    isComplete?: boolean | undefined;
    assignee?: string | null | undefined;
    dueDate?: string | null | undefined;
  };
}

export const updateTaskDefinition: CommandDefinition<UpdateTaskArgs> = {
  name: 'task.update',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'tasks', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'tasks', key: args.uuid }),
  replaces: sameFields,
  wording: {
    of: (args) => args.edits.name,
    with: (args, name) => ({ ...args, edits: { ...args.edits, name } }),
  },
  apply(draft, args, stamp) {
    const task = draft.get('tasks', args.uuid);
    if (!task) return;
    const { isComplete = task.isComplete } = args.edits;
    const checked = isComplete
      ? { completedAt: stamp.madeAt, completedBy: stamp.userId }
      : { completedAt: null, completedBy: null };
    const edited = withEdits(task, args.edits);
    draft.put('tasks', args.uuid, isComplete === task.isComplete ? edited : { ...edited, ...checked });
  },
  inverse(args, before, stamp) {
    const row = before.get('tasks', args.uuid);
    if (!row) return [];
    // It would be this person then who is said to have done it, and today.
    if (row.isComplete && args.edits.isComplete === false && row.completedBy !== stamp.userId) return [];
    const back = { ...args, edits: fieldsBefore(row, args.edits) };
    return [step(updateTaskDefinition, back, (shown) => stillHas(shown.get('tasks', args.uuid), args.edits))];
  },
  request: ({ uuid, edits }) =>
    requestTo('tasks', 'update', {
      id: uuid,
      name: edits.name,
      description: edits.description,
      is_complete: edits.isComplete,
      assignee: edits.assignee,
      due_date: edits.dueDate,
    }),
  refreshes: ['tasks'],
  failure: 'There was a problem attempting to update the task',
};

/** Changes a task, or checks it off. */
export async function updateTask(db: MirrorDatabase, args: UpdateTaskArgs): Promise<Step[]> {
  return mutate(db, updateTaskDefinition, args);
}
