import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import type { DynamicAssignmentEdits } from '../../../src/contract/entities/dynamic-assignment.ts';
import { countsAsSignature, wentOut } from '../../../src/contract/rules/signing/assignment-status.ts';
import { readRow } from '../../present/read-rows.ts';
import { isSwitchedOn } from '../../store/account/features.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assign, removeAssignments, type AskedAssignment } from './assignments.ts';
import { assertNoneWentOut } from './sent-assignments.ts';
import { deleteUnusedPages, findOrAddPages, restorePages } from './signature-pages.ts';

/** Returns a group's members in their order. */
export async function membersOf(
  { tx, deal }: DealWrite,
  group: string,
): Promise<RowOf<'signing_group_members'>[]> {
  const members = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  return members.filter((member) => member.group === group);
}

/**
 * Assigns a document to each current member of a group, with a generated page each. Later members are not added. The group's dynamic
 * assignments catch up with its members.
 */
export async function assignGroup(
  scope: DealWrite,
  { id, item }: { id: string; item: string },
): Promise<DealRows['assignments']> {
  const members = await membersOf(scope, id);
  await followMembers(scope, [id], { sent: 'kept' });
  return assign(
    scope,
    members.map(({ signatory, auth_rep }) => ({ item, signatory, auth_rep })),
  );
}

const create = createRow(
  dynamicAssignmentCollection,
  async (
    born,
    sent: { uuid: string; signing_group: string; item: string; page: string | undefined },
    scope,
  ) => {
    const [page = ''] = await findOrAddPages(scope, [sent]);
    return {
      ...born,
      signing_group: sent.signing_group,
      item: sent.item,
      item_page_uuid: page,
      header: null,
    };
  },
);

type AskedGroup = {
  id: string;
  uuid?: string | undefined;
  item: string;
  item_page_uuid?: string | undefined;
};

/** Assigns a page to a group: each member signs it, and those who join or leave the group later are added or removed. */
export async function assignGroupDynamically(
  scope: DealWrite,
  { id, uuid = v7(), item, item_page_uuid: page }: AskedGroup,
): Promise<DealRows['dynamic_assignments'][number]> {
  await create(scope, { uuid, signing_group: id, item, page });
  await followMembers(scope, [id], { sent: 'kept' });
  return readRow(scope.tx, 'dynamic_assignments', scope.deal.uuid, uuid);
}

/**
 * Lets dynamic assignments follow a change of their groups' members, if the server does so by itself (BACKEND_SIGNING_GROUP_LOGIC).
 * Otherwise they follow when the group is assigned to something the next time.
 * @throws {Refusal} `invalid` if a page of somebody who leaves was sent or signed
 */
export async function followMembersNow(scope: DealWrite, groups: readonly string[]): Promise<void> {
  if (await isSwitchedOn(scope.tx, 'BACKEND_SIGNING_GROUP_LOGIC'))
    await followMembers(scope, groups, { sent: 'refused' });
}

async function followMembers(
  scope: DealWrite,
  groups: readonly string[],
  { sent }: { sent: 'kept' | 'refused' },
): Promise<void> {
  const { tx, deal } = scope;
  const all = await selectRows(tx, dynamicAssignmentCollection, { deal: deal.uuid });
  const followed = all.filter(({ signing_group }) => groups.includes(signing_group));
  if (followed.length === 0) return;
  const members = await selectRows(tx, signingGroupMemberCollection, { deal: deal.uuid });
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const missing: AskedAssignment[] = [];
  const surplus: string[] = [];
  for (const { uuid: group, signing_group, item, item_page_uuid } of followed) {
    const own = members.filter((member) => member.group === signing_group);
    const signing = assignments.filter(
      ({ signing_group_assignment, status }) =>
        signing_group_assignment === group && countsAsSignature(status),
    );
    for (const member of own)
      if (!signing.some((each) => isSameCapacity(each, member)))
        missing.push({ item, item_page_uuid, signatory: member.signatory, auth_rep: member.auth_rep, group });
    for (const each of signing) {
      const isKept = sent === 'kept' && wentOut(each.status);
      if (!isKept && !own.some((member) => isSameCapacity(each, member))) surplus.push(each.uuid);
    }
  }
  await assign(scope, missing);
  if (surplus.length > 0) await removeAssignments(scope, surplus);
}

type Signing = { signatory: string; auth_rep: string | null };

function isSameCapacity(one: Signing, other: Signing): boolean {
  return one.signatory === other.signatory && one.auth_rep === other.auth_rep;
}

export const updateDynamicAssignment = updateRow<
  'dynamic_assignments',
  DynamicAssignmentEdits & { id: string }
>(dynamicAssignmentCollection);

const remove = deleteRow(dynamicAssignmentCollection, (scope, { uuid }) =>
  assertNoneWentOut(scope, { signing_group_assignment: uuid }, 'This group assignment can’t be removed'),
);

/** Removes the assignment of a group, along with its members' assignments, and its page if nobody else signs it. */
export async function deleteDynamicAssignment(scope: DealWrite, input: { id: string }): Promise<undefined> {
  await remove(scope, input);
  await deleteUnusedPages(scope);
}

const restoreOnly = restoreRow(dynamicAssignmentCollection);

/** Brings back the assignment of a group, with its page and its members' assignments. */
export async function restoreDynamicAssignment(scope: DealWrite, uuid: string): Promise<undefined> {
  const [row] = await selectRows(scope.tx, dynamicAssignmentCollection, { uuids: [uuid] });
  if (row?.transaction === scope.deal.uuid) await restorePages(scope, [row.item_page_uuid]);
  await restoreOnly(scope, uuid);
}
