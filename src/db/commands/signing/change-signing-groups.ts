import type { MirrorDatabase } from '../../database.ts';
import type { Step } from '../../outbox/command.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import { newUuid } from '../../uuid.ts';
import { createDynamicAssignmentDefinition } from './assignments.ts';
import {
  createSigningGroupDefinition,
  createSigningGroupMemberDefinition,
  deleteSigningGroupMemberDefinition,
  moveSigningGroupMemberDefinition,
  type SigningGroupArgs,
} from './signing-groups.ts';

/** A signatory in the capacity in which they are to sign with a group. */
export interface NewMember {
  signatory: string;
  authRep: string | null;
}

interface AddMembersArgs {
  transaction: string;
  group: string;
  members: readonly NewMember[];
}

/** Adds several signatories to a group, after its other members, as one act. */
export async function addSigningGroupMembers(
  db: MirrorDatabase,
  { transaction, group, members }: AddMembersArgs,
): Promise<Step[]> {
  const others = await db.signingGroupMembers.where({ group }).toArray();
  // Not their number: a member that left has left a gap until the server closes it.
  const first = Math.max(-1, ...others.map(({ order }) => order)) + 1;
  return runSteps(db, memberSteps({ transaction, group, members }, first));
}

/** Creates a group with the same members as another one, as one act. The documents that the other one signs stay its own. */
export async function copySigningGroup(
  db: MirrorDatabase,
  { members, ...copy }: SigningGroupArgs & { members: readonly NewMember[] },
): Promise<Step[]> {
  const { transaction, uuid: group } = copy;
  return runSteps(db, [
    step(createSigningGroupDefinition, copy),
    ...memberSteps({ transaction, group, members }, 0),
  ]);
}

interface MoveToGroupArgs {
  transaction: string;
  /** The membership, which ends. */
  uuid: string;
  member: NewMember;
  group: string;
  /** The member of the other group that they come behind; null = first, undefined = last. */
  after?: string | null | undefined;
}

/** Moves a member from one group to another, as one act. */
export async function moveMemberToGroup(
  db: MirrorDatabase,
  { transaction, uuid, member, group, after }: MoveToGroupArgs,
): Promise<Step[]> {
  const others = await db.signingGroupMembers.where({ group }).primaryKeys();
  const moved = newUuid();
  const isLast = after === undefined || others.length === 0;
  return runSteps(db, [
    step(deleteSigningGroupMemberDefinition, { transaction, uuid }),
    step(createSigningGroupMemberDefinition, {
      transaction,
      uuid: moved,
      group,
      ...member,
      order: others.length,
    }),
    ...(isLast ? [] : [step(moveSigningGroupMemberDefinition, { transaction, uuid: moved, after, others })]),
  ]);
}

/** Lets a group sign several documents, as one act: each on a generated page. */
export async function addDocumentsToGroup(
  db: MirrorDatabase,
  { transaction, group, items }: { transaction: string; group: string; items: readonly string[] },
): Promise<Step[]> {
  return runSteps(
    db,
    items.map((item) =>
      step(createDynamicAssignmentDefinition, {
        transaction,
        uuid: newUuid(),
        signingGroup: group,
        item,
        page: newUuid(),
      }),
    ),
  );
}

function memberSteps({ transaction, group, members }: AddMembersArgs, first: number): Step[] {
  return members.map(({ signatory, authRep }, at) =>
    step(createSigningGroupMemberDefinition, {
      transaction,
      uuid: newUuid(),
      group,
      signatory,
      authRep,
      order: first + at,
    }),
  );
}
