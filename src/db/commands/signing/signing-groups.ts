import { signingGroupMemberCollection } from '../../../contract/collections/signing-group-members.ts';
import { signingGroupCollection } from '../../../contract/collections/signing-groups.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo, type Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { createdBy, defineCreate } from '../collections/create-row.ts';
import { defineDelete, deleteWithDependents } from '../collections/delete-row.ts';
import { defineEdit, type RowInDeal } from '../collections/edit-row.ts';
import { defineMove, otherRows, type MoveRowArgs } from '../collections/move-row.ts';

export interface SigningGroupArgs extends RowInDeal {
  name: string;
}

export const { deletion: deleteSigningGroupDefinition, restoring: restoreSigningGroupDefinition } =
  defineDelete(signingGroupCollection);

export const createSigningGroupDefinition = defineCreate(signingGroupCollection, {
  rowOf: (args: SigningGroupArgs, stamp) => ({ ...args, createdBy: stamp.userId, ...createdBy(stamp) }),
  request: ({ transaction, uuid, name }) => requestTo('signingGroups', 'create', { transaction, uuid, name }),
  deletion: deleteSigningGroupDefinition,
});

export const renameSigningGroupDefinition = defineEdit(signingGroupCollection, {
  verb: 'rename',
  editsOf: ({ name }: SigningGroupArgs) => ({ name }),
  withEdits: (args, { name }) => ({ ...args, name }),
});

export interface CreateSigningGroupMemberArgs extends RowInDeal {
  group: string;
  signatory: string;
  authRep: string | null;
  /** How many members the group has, as far as this device knows. */
  order: number;
}

export interface UpdateSigningGroupMemberArgs extends RowInDeal {
  authRep: string | null;
}

export const {
  deletion: deleteSigningGroupMemberDefinition,
  restoring: restoreSigningGroupMemberDefinition,
} = defineDelete(signingGroupMemberCollection);

export const createSigningGroupMemberDefinition = defineCreate(signingGroupMemberCollection, {
  rowOf: (args: CreateSigningGroupMemberArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ uuid, group, signatory, authRep }) =>
    requestTo('signingGroupMembers', 'create', { uuid, group, signatory, auth_rep: authRep }),
  deletion: deleteSigningGroupMemberDefinition,
});

export const updateSigningGroupMemberDefinition = defineEdit(signingGroupMemberCollection, {
  editsOf: ({ authRep }: UpdateSigningGroupMemberArgs) => ({ authRep }),
  withEdits: (args, { authRep }) => ({ ...args, authRep }),
});

export const moveSigningGroupMemberDefinition = defineMove(signingGroupMemberCollection);

export async function createSigningGroup(db: MirrorDatabase, args: SigningGroupArgs): Promise<Step[]> {
  return mutate(db, createSigningGroupDefinition, args);
}

export async function renameSigningGroup(db: MirrorDatabase, args: SigningGroupArgs): Promise<Step[]> {
  return mutate(db, renameSigningGroupDefinition, args);
}

/** Deletes a group with its memberships and assignments. Its members stay signatories. */
export async function deleteSigningGroup(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return deleteWithDependents(db, deleteSigningGroupDefinition, signingGroupCollection, args);
}

/** Adds a signatory to a group, after its other members. */
export async function createSigningGroupMember(
  db: MirrorDatabase,
  args: Omit<CreateSigningGroupMemberArgs, 'order'>,
): Promise<Step[]> {
  const order = await db.signingGroupMembers.where({ group: args.group }).count();
  return mutate(db, createSigningGroupMemberDefinition, { ...args, order });
}

/** Changes the capacity in which a member signs. */
export async function updateSigningGroupMember(
  db: MirrorDatabase,
  args: UpdateSigningGroupMemberArgs,
): Promise<Step[]> {
  return mutate(db, updateSigningGroupMemberDefinition, args);
}

/** Moves a member among the group's others. */
export async function moveSigningGroupMember(
  db: MirrorDatabase,
  args: Omit<MoveRowArgs, 'others'>,
): Promise<Step[]> {
  const others = await otherRows(db, signingGroupMemberCollection, args);
  return mutate(db, moveSigningGroupMemberDefinition, { ...args, others });
}

/** Takes a signatory out of a group. */
export async function deleteSigningGroupMember(db: MirrorDatabase, args: RowInDeal): Promise<Step[]> {
  return mutate(db, deleteSigningGroupMemberDefinition, args);
}
