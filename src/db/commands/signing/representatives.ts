import { representativeCollection } from '../../../contract/collections/representatives.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo, type Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { createdBy, defineCreate } from '../collections/create-row.ts';
import { defineDelete, deleteWithDependents } from '../collections/delete-row.ts';
import { defineEdit, inEdits, type RowInDeal } from '../collections/edit-row.ts';
import { defineMove, otherRows, type MoveRowArgs } from '../collections/move-row.ts';

export interface CreateRepresentativeArgs extends RowInDeal {
  entity: string;
  signatory: string;
  title: string;
  /** How many representatives the entity has, as far as this device knows. */
  order: number;
}

export interface UpdateRepresentativeArgs extends RowInDeal {
  edits: { title?: string | undefined; signatory?: string | undefined };
}

/** The paths of a relation's calls also name the entity; the server knows the relation by its own id, so any of its own will do. */
function pathOf(uuid: string) {
  return { id: uuid, rep: uuid };
}

export const { deletion: deleteRepresentativeDefinition, restoring: restoreRepresentativeDefinition } =
  defineDelete(representativeCollection, ({ uuid }) => requestTo('representatives', 'delete', pathOf(uuid)));

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
  request: ({ uuid, edits }) => requestTo('representatives', 'update', { ...pathOf(uuid), ...edits }),
});

export const moveRepresentativeDefinition = defineMove(representativeCollection, ({ uuid }, order) =>
  requestTo('representatives', 'update', { ...pathOf(uuid), order }),
);

/** Lets a signatory sign for an entity, after its other representatives. */
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

/** Ends a relation. */
export async function deleteRepresentative(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return deleteWithDependents(db, deleteRepresentativeDefinition, representativeCollection, args);
}
