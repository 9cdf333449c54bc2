import type * as z from 'zod';
import { v7 } from 'uuid';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import { signingGroupCollection } from '../../../src/contract/collections/signing-groups.ts';
import type {
  NewSigningGroupMember,
  newSigningGroupMembersSchema,
  SigningGroupMemberEdits,
  SigningGroupMemberMove,
} from '../../../src/contract/entities/signing/signing-group-member.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import {
  SIGNING_GROUP_NAME_MAX as NAME_MAX,
  type CopiedSigningGroup,
  type NewSigningGroup,
  type SigningGroupEdits,
} from '../../../src/contract/entities/signing/signing-group.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import {
  changeRow,
  countRows,
  findRow,
  rowOf,
  selectRows,
  type RowOf,
} from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow, createRows } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { assertParents } from '../standard/parents.ts';
import { closeGaps, moveInOrder } from '../standard/put-in-order.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { isSameCapacity } from './assignments.ts';
import { assertCapacities } from './capacities.ts';
import { followMembersNow, membersOf } from './group-assignments.ts';
import { assertNoneWentOut } from './sent-assignments.ts';
import { deleteUnusedPages } from './signature-pages.ts';

export const createSigningGroup = createRow<'signing_groups', NewSigningGroup>(signingGroupCollection);

export const updateSigningGroup = updateRow<'signing_groups', SigningGroupEdits & { id: string }>(
  signingGroupCollection,
);

const removeGroup = deleteRow(signingGroupCollection, async (scope, { uuid, name }) => {
  const rows = await selectRows(scope.tx, dynamicAssignmentCollection, { deal: scope.deal.uuid });
  const dynamic = rows.filter(({ signing_group }) => signing_group === uuid).map((row) => row.uuid);
  await assertNoneWentOut(scope, { signing_group_assignment: dynamic }, `${name} can’t be deleted`);
});

/** Deletes a group with its memberships and dynamic assignments. Its members stay signatories of the deal. */
export async function deleteSigningGroup(scope: DealWrite, input: { id: string }): Promise<undefined> {
  await removeGroup(scope, input);
  await deleteUnusedPages(scope);
}

/** Copies a group with its members, in the same order. */
export async function copySigningGroup(
  scope: DealWrite,
  { id, uuid = v7(), name }: CopiedSigningGroup & { id: string },
): Promise<DealRows['signing_groups'][number]> {
  const { tx, deal } = scope;
  const copied = await rowOf(tx, signingGroupCollection, deal.uuid, id);
  const isSentAgain = (await findRow(tx, 'signing_groups', uuid)) !== undefined;
  const row = await createSigningGroup(scope, {
    uuid,
    transaction: deal.uuid,
    name: name ?? `${copied.name.slice(0, NAME_MAX - COPY.length)}${COPY}`,
  });
  const members = isSentAgain ? [] : await membersOf(scope, id);
  await createMembers(scope, {
    group: uuid,
    members: members.map(({ signatory, auth_rep }) => ({ signatory, auth_rep })),
  });
  return row;
}

/** The suffix of a copied group's name. */
const COPY = ' (copy)';

type NewMembers = z.output<typeof newSigningGroupMembersSchema>;
type Capacity = { signatory: string; auth_rep?: string | null | undefined };

const keyOf = ({ signatory, auth_rep }: Capacity) => `${signatory} ${auth_rep ?? ''}`;

const createMembers = createRows(
  signingGroupMemberCollection,
  ({ group, members }: NewMembers): NewSigningGroupMember[] => members.map((each) => ({ ...each, group })),
  {
    // A signatory is in a group once per capacity.
    async twins(scope, { group }) {
      const members = await membersOf(scope, group);
      const byKey = new Map(members.map((member) => [keyOf(member), member.uuid]));
      return {
        find: (member) => byKey.get(keyOf(member)),
        add: (member, uuid) => byKey.set(keyOf(member), uuid),
      };
    },
    async newRows(sent, scope) {
      const { tx, deal } = scope;
      await assertCapacities(
        scope,
        sent.map(({ input }) => input),
      );
      const [{ input: { group: row } } = { input: { group: '' } }] = sent;
      const before = await countRows(tx, 'signing_group_members', {
        deal: deal.uuid,
        naming: { field: 'group', row },
      });
      return sent.map(({ born, input: { group, signatory, auth_rep = null } }, at) => ({
        ...born,
        group,
        signatory,
        auth_rep,
        order: before + at,
      }));
    },
  },
);

/** Adds signatories to a group, after its other members. */
export async function createSigningGroupMembers(
  scope: DealWrite,
  sent: NewMembers,
): Promise<DealRows['signing_group_members']> {
  const members = await createMembers(scope, sent);
  await followMembersNow(scope, [sent.group]);
  return members;
}

/** Adds a signatory to a group, after its other members. */
export async function createSigningGroupMember(
  scope: DealWrite,
  { group, ...member }: NewSigningGroupMember,
): Promise<DealRows['signing_group_members'][number]> {
  const [row] = await createSigningGroupMembers(scope, { group, members: [member] });
  if (!row) throw new Error('No member was added.');
  return row;
}

type MemberRow = RowOf<'signing_group_members'>;

/** @throws {Refusal} `invalid` if the group has another member who signs in the same capacity */
async function assertNotIn(scope: DealWrite, group: string, member: MemberRow): Promise<void> {
  const { tx, deal } = scope;
  if ((await twinOf(scope, group, member)) === undefined) return;
  const signatory = await rowOf(tx, signatoryCollection, deal.uuid, member.signatory);
  const { name } = await rowOf(tx, signingGroupCollection, deal.uuid, group);
  throw invalid(`${signatory.full_name} is already in “${name}” in this capacity.`);
}

async function twinOf(scope: DealWrite, group: string, member: MemberRow): Promise<MemberRow | undefined> {
  const members = await membersOf(scope, group);
  return members.find((each) => each.uuid !== member.uuid && isSameCapacity(each, member));
}

const update = updateRow<'signing_group_members', SigningGroupMemberEdits & { id: string }>(
  signingGroupMemberCollection,
  async ({ row, edits: { auth_rep = row.auth_rep } }, scope) => {
    await assertCapacities(scope, [{ signatory: row.signatory, auth_rep }]);
    await assertNotIn(scope, row.group, { ...row, auth_rep });
    return {};
  },
);

export async function updateSigningGroupMember(
  scope: DealWrite,
  edits: SigningGroupMemberEdits & { id: string },
): Promise<DealRows['signing_group_members'][number]> {
  const before = await rowOf(scope.tx, signingGroupMemberCollection, scope.deal.uuid, edits.id);
  const row = await update(scope, edits);
  if (row.auth_rep !== before.auth_rep) await followMembersNow(scope, [row.group], [before]);
  return row;
}

/** Moves a member within its group, or to a given place in another one. If two people move a member, the last move wins. */
export async function moveSigningGroupMember(
  scope: DealWrite,
  { id, target, to_index }: SigningGroupMemberMove & { id: string },
): Promise<DealRows['signing_group_members'][number]> {
  const { tx, deal, stamp } = scope;
  const member = await rowOf(tx, signingGroupMemberCollection, deal.uuid, id);
  const { group } = member;
  if (target !== undefined && target !== group) {
    await assertParents(scope, signingGroupMemberCollection, { group: target });
    await assertNotIn(scope, target, member);
    const [last] = (await membersOf(scope, group)).filter(({ uuid }) => uuid !== id);
    await changeRow(tx, 'signing_group_members', id, { group: target, ...stamp });
    scope.put('signing_group_members', id, { fields: ['group'] });
    if (last) await closeGaps(scope, signingGroupMemberCollection, [last.uuid]);
  }
  await moveInOrder(scope, signingGroupMemberCollection, id, to_index);
  if (target !== undefined && target !== group) await followMembersNow(scope, [group, target], [member]);
  return readRow(tx, 'signing_group_members', deal.uuid, id);
}

const removeMember = deleteRow(signingGroupMemberCollection);

export async function deleteSigningGroupMember(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const member = await rowOf(scope.tx, signingGroupMemberCollection, scope.deal.uuid, id);
  await removeMember(scope, { id });
  await followMembersNow(scope, [member.group], [member]);
}

const restoreMember = restoreRow(signingGroupMemberCollection);

/** Restores a member. If the signatory has joined the group again in the same capacity, nothing changes. */
export async function restoreSigningGroupMember(scope: DealWrite, uuid: string): Promise<undefined> {
  const [row] = await selectRows(scope.tx, signingGroupMemberCollection, { uuids: [uuid] });
  const isBack = row?.transaction === scope.deal.uuid && (await twinOf(scope, row.group, row)) !== undefined;
  if (!isBack) await restoreMember(scope, uuid);
}

/**
 * Renumbers the members of every group from 0, and removes members whose group or signatory was deleted. Repeating it
 * changes nothing.
 */
export async function cleanUpGroupOrder(scope: DealWrite): Promise<{ changed: string[]; removed: string[] }> {
  const { tx, deal } = scope;
  const rows = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  const groups = new Set(
    (await selectRows(tx, signingGroupCollection, { deal: deal.uuid })).map(({ uuid }) => uuid),
  );
  const people = new Set(
    (await selectRows(tx, signatoryCollection, { deal: deal.uuid })).map(({ uuid }) => uuid),
  );
  const orphans = rows.filter(({ group, signatory }) => !groups.has(group) || !people.has(signatory));
  for (const { uuid } of orphans) await removeMember(scope, { id: uuid });
  await closeGaps(
    scope,
    signingGroupMemberCollection,
    rows.map(({ uuid }) => uuid),
  );
  const before = new Map(rows.map(({ uuid, order }) => [uuid, order]));
  const after = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  return {
    changed: after.filter(({ uuid, order }) => before.get(uuid) !== order).map(({ uuid }) => uuid),
    removed: orphans.map(({ uuid }) => uuid),
  };
}
