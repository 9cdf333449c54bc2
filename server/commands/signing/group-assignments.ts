import { sql } from 'kysely';
import type * as z from 'zod';
import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import type { deletedAssignmentsSchema } from '../../../src/contract/entities/signing/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type { DynamicAssignmentEdits } from '../../../src/contract/entities/signing/dynamic-assignment.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { followMembers } from '../../../src/contract/rules/signing/assignments/follow-members.ts';
import { readRow } from '../../present/read-rows.ts';
import { isSwitchedOn } from '../../store/account/features.ts';
import { findRow, selectRows, type Declared, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import {
  assign,
  isSameCapacity,
  removeAssignments,
  type AskedAssignment,
  type Signing,
} from './assignments.ts';
import { assertNoneWentOut } from './sent-assignments.ts';
import { deleteUnusedPages, findOrAddPages, restorePages } from './signature-pages.ts';

/** Returns a group's members in their order. */
export async function membersOf(
  { tx, deal }: DealWrite,
  group: string,
): Promise<RowOf<'signing_group_members'>[]> {
  return selectRows(tx, signingGroupMemberCollection, {
    deal: deal.uuid,
    naming: { field: 'group', rows: [group] },
  });
}

/**
 * Assigns a document to each current member of a group, with one generated page each. With consolidation, members for whom the same
 * person signs share a page. Later members are not added. Also updates the group's dynamic assignments.
 */
export async function assignGroup(
  scope: DealWrite,
  { id, item }: { id: string; item: string },
): Promise<DealRows['assignments']> {
  const members = await membersOf(scope, id);
  await followGroups(scope, [id]);
  return assign(
    scope,
    members.map(({ signatory, auth_rep }) => ({ item, signatory, auth_rep, group: null })),
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

/**
 * Assigns a page to a group: each member signs it, and members who join or leave later are added or removed. If the group
 * already signs the document, that assignment stays the only one, unless a different existing page is named.
 */
export async function assignGroupDynamically(
  scope: DealWrite,
  { id, uuid = v7(), item, item_page_uuid: page }: AskedGroup,
): Promise<DealRows['dynamic_assignments'][number]> {
  const existing = await assignmentOf(scope, { id, item, page });
  if (existing === undefined) await create(scope, { uuid, signing_group: id, item, page });
  await followGroups(scope, [id]);
  return readRow(scope.tx, 'dynamic_assignments', scope.deal.uuid, existing ?? uuid);
}

/** Returns the id of the assignment through which a group already signs a document. */
async function assignmentOf(
  { tx, deal }: DealWrite,
  { id, item, page }: { id: string; item: string; page: string | undefined },
): Promise<string | undefined> {
  const ofGroup = await selectRows(tx, dynamicAssignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'signing_group', rows: [id] },
  });
  const ofItem = ofGroup.filter((row) => row.item === item);
  const onPage = ofItem.find(({ item_page_uuid }) => item_page_uuid === page);
  if (onPage || ofItem.length === 0 || page === undefined) return (onPage ?? ofItem[0])?.uuid;
  return (await findRow(tx, 'signature_pages', page)) ? undefined : ofItem[0]?.uuid;
}

/** Somebody who leaves a group, or stops signing with it in this capacity. */
export type Leaving = { group: string; signatory: string; auth_rep: string | null };

/**
 * Updates dynamic assignments after a change of membership, if BACKEND_SIGNING_GROUP_LOGIC is on. Otherwise they are
 * updated the next time something is assigned to the group.
 * @param leaving the members whom this write removes
 * @throws {Refusal} `invalid` if one of their pages was sent or signed
 */
export async function followMembersNow(
  scope: DealWrite,
  groups: readonly string[],
  leaving: readonly Leaving[] = [],
): Promise<void> {
  if (await isSwitchedOn(scope.tx, 'BACKEND_SIGNING_GROUP_LOGIC')) await followGroups(scope, groups, leaving);
}

/** Updates restored groups, members and group assignments to the current membership. */
export async function followRestored(scope: DealWrite): Promise<void> {
  const { tx, deal, version } = scope;
  const { rows } = await sql<{ group: string; is_assigned: boolean }>`
    select signing_group as "group", true as is_assigned from dynamic_assignments
    where transaction = ${deal.uuid} and version = ${version} and deleted_at is null
    union
    select "group", false from signing_group_members
    where transaction = ${deal.uuid} and version = ${version} and deleted_at is null
  `.execute(tx);
  const assigned = rows.filter((row) => row.is_assigned).map((row) => row.group);
  // The group was assigned to a restored document again.
  await followGroups(scope, assigned);
  const others = rows.map((row) => row.group).filter((group) => !assigned.includes(group));
  if (others.length > 0) await followMembersNow(scope, others);
}

/** Sent and signed pages stay, unless they belong to a leaving member. In that case, the write is refused. */
async function followGroups(
  scope: DealWrite,
  groups: readonly string[],
  leaving: readonly Leaving[] = [],
): Promise<void> {
  const { tx, deal } = scope;
  const naming = async <Wire extends WireName>(
    collection: Declared<Wire>,
    field: string,
    rows: readonly string[],
  ) => selectRows(tx, collection, { deal: deal.uuid, naming: { field, rows } });
  const followed = await naming(dynamicAssignmentCollection, 'signing_group', groups);
  if (followed.length === 0) return;
  const members = await naming(signingGroupMemberCollection, 'group', groups);
  const assignments = await naming(
    assignmentCollection,
    'signing_group_assignment',
    followed.map(({ uuid }) => uuid),
  );
  const signsAlone = await signingAlone(scope, followed);
  const byGroup = Map.groupBy(members, ({ group }) => group);
  const byAssignment = Map.groupBy(assignments, (each) => each.signing_group_assignment);
  const missing: AskedAssignment[] = [];
  const surplus: string[] = [];
  for (const { uuid: group, signing_group, item, item_page_uuid } of followed) {
    const own = byGroup.get(signing_group) ?? [];
    const needed = followMembers({
      members: own.map(asSigning),
      signatures: (byAssignment.get(group) ?? []).map((row) => ({ ...row, ...asSigning(row) })),
      leaving: leaving.filter((each) => each.group === signing_group).map(asSigning),
      signsAlone: ({ signatory, authRep }) =>
        signsAlone({ item, item_page_uuid }, { signatory, auth_rep: authRep }),
    });
    surplus.push(...needed.surplus);
    for (const { signatory, authRep } of needed.missing)
      missing.push({ item, item_page_uuid, signatory, auth_rep: authRep, group });
  }
  await assign(scope, missing);
  if (surplus.length > 0) await removeAssignments(scope, surplus);
}

function asSigning({ signatory, auth_rep: authRep }: Signing) {
  return { signatory, authRep };
}

type GroupPage = Pick<RowOf<'dynamic_assignments'>, 'item' | 'item_page_uuid'>;

/**
 * Returns whether a signatory has their own generated page in a document, so they don't also sign the group's generated page.
 * Pages of an uploaded file are each assigned on purpose, so all of those are signed.
 */
async function signingAlone(
  { tx, deal }: DealWrite,
  followed: readonly GroupPage[],
): Promise<(page: GroupPage, who: Signing) => boolean> {
  const items = [...new Set(followed.map(({ item }) => item))];
  const naming = { field: 'item', rows: items };
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid, naming });
  const pages = await selectRows(tx, signaturePageCollection, { deal: deal.uuid, naming });
  const generated = new Set(pages.flatMap(({ uuid, source }) => (source === 'generated' ? [uuid] : [])));
  const alone = assignments.filter(
    (each) =>
      each.signing_group_assignment === null &&
      countsAsSignature(each.status) &&
      generated.has(each.item_page_uuid),
  );
  const byItem = Map.groupBy(alone, ({ item }) => item);
  return ({ item, item_page_uuid }, who) =>
    generated.has(item_page_uuid) && (byItem.get(item) ?? []).some((each) => isSameCapacity(each, who));
}

/**
 * Removes assignments, all or none. If the removed person belongs to a group that signs the document, they then sign with the
 * group.
 */
export async function deleteAssignments(
  scope: DealWrite,
  { assignments }: z.output<typeof deletedAssignmentsSchema>,
): Promise<undefined> {
  const { tx, deal } = scope;
  const removed = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: assignments });
  await removeAssignments(scope, assignments);
  const alone = removed.filter(({ signing_group_assignment: group }) => group === null);
  const rows = [...new Set(alone.map(({ item }) => item))];
  const followed = await selectRows(tx, dynamicAssignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'item', rows },
  });
  const members = await selectRows(tx, signingGroupMemberCollection, {
    deal: deal.uuid,
    naming: { field: 'group', rows: followed.map(({ signing_group }) => signing_group) },
  });
  const joining = members.filter((member) => alone.some((each) => isSameCapacity(each, member)));
  await followMembersNow(scope, [...new Set(joining.map(({ group }) => group))]);
}

/** Removes an assignment, and its page if that was generated and nobody else signs it. */
export async function deleteAssignment(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  return deleteAssignments(scope, { transaction: scope.deal.uuid, assignments: [id] });
}

export const updateDynamicAssignment = updateRow<
  'dynamic_assignments',
  DynamicAssignmentEdits & { id: string }
>(dynamicAssignmentCollection, async ({ row }, scope) => {
  await assertNoneWentOut(scope, { signing_group_assignment: row.uuid }, 'The caption can’t be changed');
  return {};
});

const remove = deleteRow(dynamicAssignmentCollection, (scope, { uuid }) =>
  assertNoneWentOut(scope, { signing_group_assignment: uuid }, 'This group assignment can’t be removed'),
);

/** Removes a group's assignment with its members' assignments, and its page if nobody else signs it. */
export async function deleteDynamicAssignment(scope: DealWrite, input: { id: string }): Promise<undefined> {
  await remove(scope, input);
  await deleteUnusedPages(scope);
}

const restoreOnly = restoreRow(dynamicAssignmentCollection);

/** Restores a group's assignment with its page and its members' assignments. */
export async function restoreDynamicAssignment(scope: DealWrite, uuid: string): Promise<undefined> {
  const [row] = await selectRows(scope.tx, dynamicAssignmentCollection, { uuids: [uuid] });
  if (row?.transaction === scope.deal.uuid) await restorePages(scope, [row.item_page_uuid]);
  await restoreOnly(scope, uuid);
}
