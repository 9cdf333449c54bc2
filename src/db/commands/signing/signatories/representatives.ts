import { representativeCollection } from '../../../../contract/collections/representatives.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type Step } from '../../../outbox/command.ts';
import type { Draft } from '../../../outbox/draft.ts';
import { mutate } from '../../../outbox/mutate.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import { defineDelete, deleteWithDependents } from '../../collections/delete-row.ts';
import { defineEdit, inEdits, type RowInDeal } from '../../collections/edit-row.ts';
import { defineMove, otherRows, type MoveRowArgs } from '../../collections/move-row.ts';

export interface CreateRepresentativeArgs extends RowInDeal {
  entity: string;
  signatory: string;
  title: string;
  /** The number of representatives that the entity has on this device. */
  order: number;
}

export interface UpdateRepresentativeArgs extends RowInDeal {
  edits: { title?: string | undefined; signatory?: string | undefined };
}

/**
 * Returns the ids in the path of a relation's calls. If the relation is not on the device, the entity can't be right, and the
 * server responds with 404.
 */
function pathOf(uuid: string, before: Draft) {
  return { id: before.get('representatives', uuid)?.entity ?? uuid, rep: uuid };
}

export const { deletion: deleteRepresentativeDefinition, restoring: restoreRepresentativeDefinition } =
  defineDelete(representativeCollection, ({ uuid }, before) =>
    requestTo('representatives', 'delete', pathOf(uuid, before)),
  );

export const createRepresentativeDefinition = defineCreate(representativeCollection, {
  rowOf: (args: CreateRepresentativeArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ uuid, entity, signatory, title }) =>
    requestTo('representatives', 'create', { id: entity, uuid, signatory, title }),
  deletion: deleteRepresentativeDefinition,
});

export const updateRepresentativeDefinition = defineEdit(representativeCollection, {
  ...inEdits<UpdateRepresentativeArgs>(),
  request: ({ uuid, edits }, before) =>
    requestTo('representatives', 'update', { ...pathOf(uuid, before), ...edits }),
});

export const moveRepresentativeDefinition = defineMove(representativeCollection, ({ uuid }, order, before) =>
  requestTo('representatives', 'update', { ...pathOf(uuid, before), order }),
);

/** Adds a representative to an entity, after its existing ones. */
export async function createRepresentative(
  db: MirrorDatabase,
  args: Omit<CreateRepresentativeArgs, 'order'>,
): Promise<Step[]> {
  const order = await db.representatives.where({ entity: args.entity }).count();
  return mutate(db, createRepresentativeDefinition, { ...args, order });
}

export async function updateRepresentative(
  db: MirrorDatabase,
  args: UpdateRepresentativeArgs,
): Promise<Step[]> {
  return mutate(db, updateRepresentativeDefinition, args);
}

/** Moves a representative among the entity's others. */
export async function moveRepresentative(
  db: MirrorDatabase,
  args: Omit<MoveRowArgs, 'others'>,
): Promise<Step[]> {
  const others = await otherRows(db, representativeCollection, args);
  return mutate(db, moveRepresentativeDefinition, { ...args, others });
}

/** Deletes a relation. */
export async function deleteRepresentative(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return deleteWithDependents(db, deleteRepresentativeDefinition, representativeCollection, args);
}
