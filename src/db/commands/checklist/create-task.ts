import type { Place } from '../../../contract/rules/checklist/place.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';
import { takeOff } from './delete-element.ts';
import { newElementRow, newTaskRow } from './new-rows.ts';
import { insertAt, keysOfPlace, placeOnWire } from './placement.ts';

export interface CreateTaskArgs extends Place {
  transaction: string;
  uuid: string;
  elementUuid: string;
  name: string;
}

export const createTaskDefinition: CommandDefinition<CreateTaskArgs> = {
  name: 'task.create',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'tasks', key: args.uuid },
    { table: 'elements', key: args.elementUuid },
    ...keysOfPlace(args),
  ],
  structural: true,
  creates: (args) => [args.uuid, args.elementUuid],
  refersTo: (args) => [args.uuid, args.elementUuid, args.parent],
  touches: (args) => [args.uuid, args.elementUuid],
  wording: { of: (args) => args.name, with: (args, name) => ({ ...args, name }) },
  apply(draft, args, stamp) {
    const { uuid, elementUuid } = args;
    if (!draft.get('tasks', uuid)) draft.put('tasks', uuid, newTaskRow(args, stamp));
    if (!draft.get('elements', elementUuid))
      draft.put('elements', elementUuid, newElementRow(args, { task: uuid }, stamp));
    insertAt(draft, elementUuid, args);
  },
  inverse: (args, _before, stamp) =>
    takeOff({
      transaction: args.transaction,
      element: newElementRow(args, { task: args.uuid }, stamp),
      item: null,
      document: null,
      task: newTaskRow(args, stamp),
    }),
  request(args, before) {
    const { order, parent_element } = placeOnWire(before, args);
    return requestTo('tasks', 'create', {
      uuid: args.uuid,
      element_uuid: args.elementUuid,
      transaction: args.transaction,
      name: args.name,
      element_order: order,
      element_parent: parent_element,
    });
  },
  refreshes: ['elements', 'tasks'],
  failure: 'There was a problem attempting to create the task',
};

/** Adds a task to the checklist. */
export async function createTask(db: MirrorDatabase, args: CreateTaskArgs): Promise<Step[]> {
  return mutate(db, createTaskDefinition, args);
}
