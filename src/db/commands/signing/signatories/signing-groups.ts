import { signingGroupMemberCollection } from '../../../../contract/collections/signing-group-members.ts';
import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import type { Draft } from '../../../outbox/draft.ts';
import { mutate, step } from '../../../outbox/mutate.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import { defineEdit, type RowInDeal } from '../../collections/edit-row.ts';
import { defineMove, otherRows, type MoveRowArgs } from '../../collections/move-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

export interface CreateSigningGroupMemberArgs extends RowInDeal {
  group: string;
  signatory: string;
  authRep: string | null;
  /** How many members the group has, according to this device. */
  order: number;
}

export interface UpdateSigningGroupMemberArgs extends RowInDeal {
  authRep: string | null;
}

export const createSigningGroupMemberDefinition = defineCreate(signingGroupMemberCollection, {
  rowOf: (args: CreateSigningGroupMemberArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ uuid, group, signatory, authRep }) =>
    requestTo('signingGroupMembers', 'create', { uuid, group, signatory, auth_rep: authRep }),
  deletion: STANDARD.signingGroupMembers.delete,
});

export const updateSigningGroupMemberDefinition = defineEdit(signingGroupMemberCollection, {
  editsOf: ({ authRep }: UpdateSigningGroupMemberArgs) => ({ authRep }),
  withEdits: (args, { authRep }) => ({ ...args, authRep }),
});

export interface MoveSigningGroupMemberArgs extends MoveRowArgs {
  /** The group that the member moves to, whose members are the `others`; absent = their own. */
  group?: string | undefined;
  /** The members of the group that the member leaves. */
  left?: string[] | undefined;
}

const moveWithin = defineMove(
  signingGroupMemberCollection,
  ({ uuid, group }: MoveSigningGroupMemberArgs, order) =>
    requestTo('signingGroupMembers', 'move', {
      id: uuid,
      to_index: order,
      ...(group !== undefined && { target: group }),
    }),
);

/** Moves a member among the others of their group, or to another group. */
export const moveSigningGroupMemberDefinition: CommandDefinition<MoveSigningGroupMemberArgs> = {
  ...moveWithin,
  keys: ({ uuid, others, left = [] }) =>
    [uuid, ...others, ...left].map((key) => ({ table: 'signingGroupMembers', key })),
  refersTo: ({ uuid, group }) => (group === undefined ? [uuid] : [uuid, group]),
  apply(draft, args, stamp) {
    const moved = draft.get('signingGroupMembers', args.uuid);
    if (!moved) return;
    const { group = moved.group, left = [] } = args;
    draft.put('signingGroupMembers', args.uuid, { ...moved, group });
    moveWithin.apply(draft, { ...args, others: inGroup(draft, group, args.others) }, stamp);
    if (group === moved.group) return;
    for (const [order, uuid] of inGroup(draft, moved.group, left).entries()) {
      const row = draft.get('signingGroupMembers', uuid);
      if (row) draft.put('signingGroupMembers', uuid, { ...row, order });
    }
  },
  inverse(args, before, stamp) {
    const row = before.get('signingGroupMembers', args.uuid);
    const { uuid, group, others, left = [] } = args;
    if (!row || group === undefined) return moveWithin.inverse?.(args, before, stamp) ?? [];
    const isBefore = (each: string) => (before.get('signingGroupMembers', each)?.order ?? 0) < row.order;
    const after = inGroup(before, row.group, left).findLast(isBefore) ?? null;
    return [
      step(
        moveSigningGroupMemberDefinition,
        { ...args, group: row.group, after, others: left, left: others },
        (shown) => shown.get('signingGroupMembers', uuid)?.group === group,
      ),
    ];
  },
  request(args, before) {
    const { group = before.get('signingGroupMembers', args.uuid)?.group ?? '' } = args;
    return moveWithin.request({ ...args, others: inGroup(before, group, args.others) }, before);
  },
  refreshes: ['signingGroupMembers', 'assignments', 'signaturePages'],
};

/** Those of the members that are in a group, in order. */
function inGroup(draft: Draft, group: string, members: readonly string[]): string[] {
  return members
    .flatMap((uuid) => draft.get('signingGroupMembers', uuid) ?? [])
    .filter((row) => row.group === group)
    .toSorted(byOrder)
    .map(({ uuid }) => uuid);
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

interface MoveToGroupArgs extends RowInDeal {
  group: string;
  /** The member of that group that they come after; null = first, undefined = last. */
  after?: string | null | undefined;
}

/** Moves a member to another group. */
export async function moveToSigningGroup(
  db: MirrorDatabase,
  { transaction, uuid, group, after }: MoveToGroupArgs,
): Promise<Step[]> {
  const [members, left] = await Promise.all([
    db.signingGroupMembers.where({ group }).sortBy('order'),
    otherRows(db, signingGroupMemberCollection, { transaction, uuid }),
  ]);
  const others = members.map((member) => member.uuid);
  const behind = after === undefined ? (others.at(-1) ?? null) : after;
  return mutate(db, moveSigningGroupMemberDefinition, {
    transaction,
    uuid,
    group,
    after: behind,
    others,
    left,
  });
}
