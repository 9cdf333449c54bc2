import type { Place } from '../../../contract/rules/checklist/place.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';
import { takeOff } from './delete-element.ts';
import { newElementRow } from './new-rows.ts';
import { insertAt, keysOfPlace, placeOnWire } from './placement.ts';

export interface CreateHeaderArgs extends Place {
  transaction: string;
  uuid: string;
  label: string;
}

export const createHeaderDefinition: CommandDefinition<CreateHeaderArgs> = {
  name: 'header.create',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'elements', key: args.uuid }, ...keysOfPlace(args)],
  structural: true,
  creates: (args) => [args.uuid],
  refersTo: (args) => [args.uuid, args.parent],
  touches: (args) => [args.uuid],
  wording: { of: (args) => args.label, with: (args, label) => ({ ...args, label }) },
  apply(draft, args, stamp) {
    const { transaction, uuid, label } = args;
    if (!draft.get('elements', uuid))
      draft.put('elements', uuid, newElementRow({ elementUuid: uuid, transaction }, { label }, stamp));
    insertAt(draft, uuid, args);
  },
  inverse: ({ transaction, uuid, label }, _before, stamp) =>
    takeOff({
      transaction,
      element: newElementRow({ elementUuid: uuid, transaction }, { label }, stamp),
      item: null,
      document: null,
      task: null,
    }),
  request: (args, before) =>
    requestTo('elements', 'create', {
      uuid: args.uuid,
      transaction: args.transaction,
      label: args.label,
      ...placeOnWire(before, args),
    }),
  refreshes: ['elements'],
  failure: 'There was a problem attempting to create the header',
};

/** Adds a header to the checklist. */
export async function createHeader(db: MirrorDatabase, args: CreateHeaderArgs): Promise<Step[]> {
  return mutate(db, createHeaderDefinition, args);
}
