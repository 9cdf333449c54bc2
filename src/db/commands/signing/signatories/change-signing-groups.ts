import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { newUuid } from '../../../uuid.ts';
import { createSigningGroupMemberDefinition } from './signing-groups.ts';
import { STANDARD, type NewRow } from '../../collections/standard-commands.ts';

/** A signatory and the capacity in which they sign with a group. */
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
  // Not their number, because a member who left has left a gap until the server closes it.
  const first = Math.max(-1, ...others.map(({ order }) => order)) + 1;
  return runSteps(db, memberSteps({ transaction, group, members }, first));
}

/** Creates a group with the same members as another one, as one act. It doesn't get the other group's documents. */
export async function copySigningGroup(
  db: MirrorDatabase,
  { members, ...copy }: NewRow<'signingGroups'> & { members: readonly NewMember[] },
): Promise<Step[]> {
  const { transaction, uuid: group } = copy;
  return runSteps(db, [
    step(STANDARD.signingGroups.create, copy),
    ...memberSteps({ transaction, group, members }, 0),
  ]);
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
