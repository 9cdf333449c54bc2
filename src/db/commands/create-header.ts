import { insertElement, TOP } from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';
import { indexAfter } from './placement.ts';

export interface CreateHeaderArgs {
  transaction: string;
  uuid: string;
  label: string;
  /** An element's uuid, or `TOP`. */
  parent: string;
  /** The sibling it comes behind; null = first. */
  after: string | null;
}

export const createHeaderDefinition: CommandDefinition<CreateHeaderArgs> = {
  name: 'header.create',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'elements', key: args.uuid },
    ...(args.parent === TOP ? [] : [{ table: 'elements' as const, key: args.parent }]),
  ],
  structural: true,
  creates: (args) => [args.uuid],
  refersTo: (args) => [args.uuid, args.parent],
  touches: (args) => [args.uuid],
  wording: { of: (args) => args.label, with: (args, label) => ({ ...args, label }) },
  apply(draft, args, stamp) {
    if (!draft.get('elements', args.uuid)) {
      draft.put('elements', args.uuid, {
        uuid: args.uuid,
        transaction: args.transaction,
        item: null,
        task: null,
        label: args.label,
        version: 0,
        modifiedAt: stamp.madeAt,
        modifiedBy: stamp.userId,
      });
    }
    // Under a parent that someone deleted meanwhile nobody would see it.
    const stands = args.parent === TOP || draft.get('elements', args.parent) !== null;
    const place = stands ? { parent: args.parent, order: indexAfter(draft.lists, args) } : { parent: TOP };
    draft.setLists(insertElement(draft.lists, { id: args.uuid, ...place }));
  },
  request: (args, before) =>
    requestTo('elements', 'create', {
      uuid: args.uuid,
      transaction: args.transaction,
      label: args.label,
      order: indexAfter(before.lists, args),
      parent_element: args.parent === TOP ? null : args.parent,
    }),
  refreshes: ['elements'],
  failure: 'There was a problem attempting to create the header',
};

/** Adds a header to the checklist. */
export async function createHeader(db: MirrorDatabase, args: CreateHeaderArgs): Promise<void> {
  await mutate(db, createHeaderDefinition, args);
}
