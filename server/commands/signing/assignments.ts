import type { Insertable } from 'kysely';
import type * as z from 'zod';
import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { signingGroupMemberCollection } from '../../../src/contract/collections/signing-group-members.ts';
import type {
  AssignmentEdits,
  NewAssignment,
  newAssignmentsSchema,
} from '../../../src/contract/entities/signing/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import { changeRows, insertRows, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { assertOwnRow } from '../own-row.ts';
import { assertDifferent } from '../standard/create-rows.ts';
import { assertParentsOfAll } from '../standard/parents.ts';
import { ALIVE, isDeleted } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertCapacities } from './capacities.ts';
import { assertNoneWentOut, generatedPagesThatWentOut } from './sent-assignments.ts';
import { deleteUnusedPages, findOrAddPages, restorePages } from './signature-pages.ts';
import { deleteTabsOf, restoreTabsOf } from './tabs.ts';

/**
 * A requested assignment. For a member of a signing group, `group` is the dynamic assignment that it follows; otherwise it is
 * null. The group determines the member's capacity. If that capacity was deleted, it stays open.
 */
export type AskedAssignment = NewAssignment & { group?: string | null };

type AssignmentRow = RowOf<'assignments'>;

/** Assigns one document or page to one signatory. */
export async function createAssignment(
  scope: DealWrite,
  asked: AskedAssignment,
): Promise<DealRows['assignments'][number]> {
  const [row] = await assign(scope, [asked]);
  if (!row) throw new Error('No assignment was created.');
  return row;
}

export async function createAssignments(
  scope: DealWrite,
  { assignments }: z.output<typeof newAssignmentsSchema>,
): Promise<DealRows['assignments']> {
  return assign(scope, assignments);
}

/**
 * Assigns documents to signatories, all or none. A signatory who already signs the document in that capacity keeps
 * the existing assignment, so two identical requests create one. An assignment that was deleted under the same id is
 * restored. A generated page that was already sent gets no more signatures, so if it is requested, the signature gets another page.
 */
export async function assign(
  scope: DealWrite,
  asked: readonly AskedAssignment[],
): Promise<DealRows['assignments']> {
  const { tx, deal, birth } = scope;
  const signed = await signedIn(scope, asked);
  const byUuid = await rowsNamed(scope, asked);
  const withOpenPage = await leavingSentPages(scope, asked);
  const born: string[] = [];
  const added: { uuid: string; asked: AskedAssignment }[] = [];
  const restored: AssignmentRow[] = [];
  const uuids = asked.map((each) => {
    const existing = each.uuid === undefined ? undefined : byUuid.get(each.uuid);
    if (existing?.deleted_at === null) assertOwnRow(scope, existing);
    const uuid =
      existing?.deleted_at === null ? existing.uuid : (signed.find(each) ?? signed.find(withOpenPage(each)));
    if (uuid !== undefined) return uuid;
    if (existing && existing.transaction !== deal.uuid) assertOwnRow(scope, existing);
    const own = existing?.uuid ?? each.uuid ?? v7();
    born.push(own);
    if (existing) restored.push(existing);
    else added.push({ uuid: own, asked: withOpenPage(each) });
    signed.add(existing ?? each, own);
    return own;
  });
  assertDifferent(born, assignmentCollection.nouns.one);
  await restoreRows(scope, restored);
  await assertParentsOfAll(
    scope,
    assignmentCollection,
    added.map(({ asked: { item, signatory, auth_rep, group } }) => ({
      item,
      signatory,
      ...(group === undefined && { auth_rep }),
    })),
  );
  await assertCapacities(
    scope,
    added.map(({ asked: each }) => each).filter(({ group }) => group === undefined),
  );
  const pages = await findOrAddPages(
    scope,
    added.map(({ asked: { item, item_page_uuid, signatory, auth_rep = null } }) => ({
      item,
      page: item_page_uuid,
      signing: { signatory, authRep: auth_rep },
    })),
  );
  const rows = added.map(
    (
      { uuid, asked: { item, signatory, auth_rep = null, group } },
      index,
    ): Insertable<Tables['assignments']> => ({
      uuid,
      transaction: deal.uuid,
      ...birth,
      item,
      item_page_uuid: pages[index] ?? '',
      signatory,
      auth_rep,
      status: 'assigned',
      header: null,
      signing_group_assignment: group ?? null,
      rejected_reason: null,
    }),
  );
  await insertRows(tx, 'assignments', rows);
  for (const { uuid } of added) scope.put('assignments', uuid);
  return readRowsByIds(tx, 'assignments', deal.uuid, uuids);
}

type Capacity = { item: string; signatory: string; auth_rep?: string | null | undefined };

/** Returns the valid signatures. An existing page can be assigned to a signatory who also signs another page of the item. */
async function signedIn({ tx, deal }: DealWrite, asked: readonly AskedAssignment[]) {
  const keyOf = ({ item, signatory, auth_rep }: Capacity, page = '') =>
    `${item} ${signatory} ${auth_rep ?? ''} ${page}`;
  const named = asked.flatMap(({ item_page_uuid }) => item_page_uuid ?? []);
  const found = await selectRows(tx, signaturePageCollection, { deal: deal.uuid, among: named });
  const pages = new Set(found.map(({ uuid }) => uuid));
  const byKey = new Map<string, string>();
  const add = (row: Capacity & { item_page_uuid?: string | undefined }, uuid: string) => {
    byKey.set(keyOf(row), uuid);
    if (row.item_page_uuid !== undefined) byKey.set(keyOf(row, row.item_page_uuid), uuid);
  };
  const items = [...new Set(asked.map(({ item }) => item))];
  const live = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'item', rows: items },
  });
  for (const row of live) if (countsAsSignature(row.status)) add(row, row.uuid);
  const find = (each: AskedAssignment) => {
    const { item_page_uuid: page } = each;
    return byKey.get(page !== undefined && pages.has(page) ? keyOf(each, page) : keyOf(each));
  };
  return { add, find };
}

/**
 * Returns requests as they are, but without their page if it is generated and was already sent. A group's members all sign its page,
 * even later.
 */
async function leavingSentPages(
  scope: DealWrite,
  asked: readonly AskedAssignment[],
): Promise<(each: AskedAssignment) => AskedAssignment> {
  const named = asked.flatMap(({ item_page_uuid: page, group }) => (page && !group ? [page] : []));
  const sent = await generatedPagesThatWentOut(scope, named);
  return (each) => {
    const { item_page_uuid: page, ...others } = each;
    if (page === undefined || each.group || sent.get(page) !== each.item) return each;
    return others;
  };
}

/** Returns the rows of any deal that have one of the sent ids, deleted or not. */
async function rowsNamed(
  { tx }: DealWrite,
  asked: readonly AskedAssignment[],
): Promise<Map<string, AssignmentRow>> {
  const rows = await selectRows(tx, assignmentCollection, { uuids: asked.flatMap(({ uuid }) => uuid ?? []) });
  return new Map(rows.map((row) => [row.uuid, row]));
}

export const updateAssignment = updateRow<'assignments', AssignmentEdits & { id: string }>(
  assignmentCollection,
  async ({ row, edits, fields }, scope) => {
    const what = fields.includes('auth_rep') ? 'The capacity' : 'The signature';
    await assertNoneWentOut(scope, { uuid: row.uuid }, `${what} can’t be changed`);
    if (!fields.includes('auth_rep') && !fields.includes('signatory')) return {};
    const { item, item_page_uuid } = row;
    const { signatory = row.signatory, auth_rep = row.auth_rep } = edits;
    const page = await rowOf(scope.tx, signaturePageCollection, scope.deal.uuid, item_page_uuid);
    // A document never needs two generated pages for a signatory, but a file may have several lines for one.
    const isMarked = page.source !== 'generated';
    const changed = { item, signatory, auth_rep, ...(isMarked && { item_page_uuid }) };
    await assertCapacities(scope, [changed]);
    if ((await signedIn(scope, [changed])).find(changed) !== undefined)
      throw invalid('This signatory already signs the document in that capacity.', 'auth_rep');
    return {};
  },
);

/**
 * Removes assignments, all or none. Repeating it changes nothing. @throws {Refusal} `invalid` if one of them was sent or
 * signed
 */
export async function removeAssignments(scope: DealWrite, among: readonly string[]): Promise<undefined> {
  const { tx, deal, now, actor, stamp } = scope;
  const live = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among });
  const uuids = live.map(({ uuid }) => uuid);
  const what = uuids.length === 1 ? 'This assignment can’t be removed' : 'These assignments can’t be removed';
  await assertNoneWentOut(scope, { uuid: uuids }, what);
  await changeRows(tx, 'assignments', uuids, { deleted_at: now, deleted_by: actor, ...stamp });
  for (const uuid of uuids) scope.remove('assignments', uuid);
  await deleteTabsOf(scope, uuids);
  await deleteUnusedPages(scope);
}

/**
 * Restores an assignment with its page. If the signatory has been assigned to the document again, nothing changes.
 * @throws {Refusal} `not_found` if the group assignment that it follows was deleted; `invalid` if the signatory has
 * left the group
 */
export async function restoreAssignment(scope: DealWrite, uuid: string): Promise<undefined> {
  const [row] = await selectRows(scope.tx, assignmentCollection, { uuids: [uuid] });
  const own = row?.transaction === scope.deal.uuid ? row : undefined;
  if (!isDeleted(scope, own, 'The assignment that you want to restore')) return;
  const { item, item_page_uuid, signatory, auth_rep } = own;
  const signed = await signedIn(scope, [{ item, item_page_uuid, signatory, auth_rep }]);
  if (signed.find({ item, item_page_uuid, signatory, auth_rep }) !== undefined) return;
  await restoreRows(scope, [own]);
}

async function restoreRows(scope: DealWrite, rows: readonly AssignmentRow[]): Promise<void> {
  const { tx, stamp } = scope;
  for (const row of rows) isDeleted(scope, row, 'The assignment that you want to restore');
  await restorePages(
    scope,
    rows.map(({ item_page_uuid }) => item_page_uuid),
  );
  await assertParentsOfAll(
    scope,
    assignmentCollection,
    // A deleted representative leaves the capacity open. It does not prevent the restore.
    rows.map(({ item, item_page_uuid, signatory, signing_group_assignment }) => ({
      item,
      item_page_uuid,
      signatory,
      signing_group_assignment,
    })),
  );
  await assertMembers(scope, rows);
  const uuids = rows.map(({ uuid }) => uuid);
  await changeRows(tx, 'assignments', uuids, { ...ALIVE, ...stamp });
  for (const uuid of uuids) scope.put('assignments', uuid);
  await restoreTabsOf(scope, rows);
}

/** Checks that the members of a group are still in it. @throws {Refusal} `invalid` */
async function assertMembers({ tx, deal }: DealWrite, rows: readonly AssignmentRow[]): Promise<void> {
  const followed = rows.flatMap(({ signing_group_assignment: uuid }) => uuid ?? []);
  const dynamic = await selectRows(tx, dynamicAssignmentCollection, { deal: deal.uuid, among: followed });
  const groupOf = new Map(dynamic.map(({ uuid, signing_group }) => [uuid, signing_group]));
  const members = await selectRows(tx, signingGroupMemberCollection, {
    deal: deal.uuid,
    naming: { field: 'group', rows: [...groupOf.values()] },
  });
  const hasLeft = ({ signing_group_assignment: uuid, ...row }: AssignmentRow) =>
    uuid !== null &&
    !members.some((member) => member.group === groupOf.get(uuid) && isSameCapacity(member, row));
  if (rows.some(hasLeft))
    throw invalid('This signatory is no longer in the signing group. Add them to the group instead.');
}

/** The signatory, and their capacity. */
export type Signing = { signatory: string; auth_rep: string | null };

export function isSameCapacity(one: Signing, other: Signing): boolean {
  return one.signatory === other.signatory && one.auth_rep === other.auth_rep;
}
