import type * as z from 'zod';
import { v7 } from 'uuid';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type {
  AssignmentEdits,
  deletedAssignmentsSchema,
  NewAssignment,
  newAssignmentsSchema,
} from '../../../src/contract/entities/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import type { DynamicAssignmentEdits } from '../../../src/contract/entities/dynamic-assignment.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignment-status.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { findRow, insertRow, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertOwnRow } from '../own-row.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { assertParents } from '../standard/parents.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertNoneWentOut } from './sent-assignments.ts';

/** An assignment as it is asked for; `group` is the dynamic assignment that it follows. */
export type AskedAssignment = NewAssignment & { group?: string };

/** Assigns one document or page to one signatory. */
export async function createAssignment(
  scope: DealWrite,
  asked: AskedAssignment,
): Promise<DealRows['assignments'][number]> {
  const [row] = await assign(scope, [asked]);
  if (!row) throw new Error('An assignment was asked for, and none is there.');
  return row;
}

export async function createAssignments(
  scope: DealWrite,
  { assignments }: z.output<typeof newAssignmentsSchema>,
): Promise<DealRows['assignments']> {
  return assign(scope, assignments);
}

/**
 * Assigns documents to signatories, all or none. Who already signs a document in that capacity keeps the assignment that there is, so
 * that two people who think of the same one make one. What was deleted under its id comes back.
 */
export async function assign(
  scope: DealWrite,
  asked: readonly AskedAssignment[],
): Promise<DealRows['assignments']> {
  const { tx, deal } = scope;
  const live = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const byKey = new Map(
    live.filter(({ status }) => countsAsSignature(status)).map((row) => [keyOf(row), row]),
  );
  const uuids: string[] = [];
  for (const each of asked) {
    const existing = each.uuid === undefined ? undefined : await findRow(tx, 'assignments', each.uuid);
    const same = byKey.get(keyOf({ ...each, auth_rep: each.auth_rep ?? null }));
    if (existing && existing.transaction === deal.uuid && existing.deleted_at !== null) {
      await restoreAssignment(scope, existing.uuid);
      uuids.push(existing.uuid);
    } else if (existing) {
      assertOwnRow(scope, existing);
      uuids.push(existing.uuid);
    } else if (same && (each.item_page_uuid === undefined || !(await isPage(scope, each.item_page_uuid)))) {
      uuids.push(same.uuid);
    } else {
      const row = await insertAssignment(scope, each);
      byKey.set(keyOf(row), row);
      uuids.push(row.uuid);
    }
  }
  return readRowsByIds(tx, 'assignments', deal.uuid, uuids);
}

/** Who signs which document in which capacity. */
function keyOf(row: { item: string; signatory: string; auth_rep: string | null }): string {
  return `${row.item} ${row.signatory} ${row.auth_rep ?? ''}`;
}

async function isPage({ tx }: DealWrite, uuid: string): Promise<boolean> {
  return (await findRow(tx, 'signature_pages', uuid)) !== undefined;
}

async function insertAssignment(scope: DealWrite, asked: AskedAssignment): Promise<RowOf<'assignments'>> {
  const { item, signatory, auth_rep = null } = asked;
  await assertParents(scope, assignmentCollection, { item, signatory, auth_rep });
  const page = await pageOf(scope, item, asked.item_page_uuid);
  const uuid = asked.uuid ?? v7();
  const row = await insertRow(scope.tx, 'assignments', {
    uuid,
    transaction: scope.deal.uuid,
    ...scope.birth,
    item,
    item_page_uuid: page,
    signatory,
    auth_rep,
    status: 'assigned',
    header: null,
    signing_group_assignment: asked.group ?? null,
    rejected_reason: null,
  });
  scope.put('assignments', uuid);
  return row;
}

/** Returns the page of that id; adds a generated page to the end of the item under it if there is none. */
export async function pageOf(scope: DealWrite, item: string, asked: string | undefined): Promise<string> {
  const { tx, deal, birth } = scope;
  const uuid = asked ?? v7();
  if (asked !== undefined && (await findRow(tx, 'signature_pages', asked))) {
    await assertParents(scope, assignmentCollection, { item_page_uuid: asked });
    return asked;
  }
  const pages = await selectRows(tx, signaturePageCollection, { deal: deal.uuid });
  const order = pages.filter((page) => page.item === item).length;
  await insertRow(tx, 'signature_pages', {
    uuid,
    transaction: deal.uuid,
    ...birth,
    item,
    source: 'generated',
    document: null,
    ref_page_number: null,
    order,
  });
  scope.put('signature_pages', uuid);
  return uuid;
}

export const updateAssignment = updateRow<'assignments', AssignmentEdits & { id: string }>(
  assignmentCollection,
  async ({ row, fields }, scope) => {
    if (fields.includes('auth_rep'))
      await assertNoneWentOut(scope, { uuid: row.uuid }, 'The capacity can’t be changed');
    return {};
  },
);

const remove = deleteRow(assignmentCollection, (scope, { uuid }) =>
  assertNoneWentOut(scope, { uuid }, 'This assignment can’t be removed'),
);

/** Removes an assignment, and its page if that was generated and nobody else signs it. */
export async function deleteAssignment(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const [row] = await selectRows(scope.tx, assignmentCollection, { deal: scope.deal.uuid, among: [id] });
  await remove(scope, { id });
  if (row) await deletePageIfUnused(scope, row.item_page_uuid);
}

/** Removes assignments, all or none. Those that are gone already stay gone. */
export async function deleteAssignments(
  scope: DealWrite,
  { assignments }: z.output<typeof deletedAssignmentsSchema>,
): Promise<undefined> {
  const live = await selectRows(scope.tx, assignmentCollection, {
    deal: scope.deal.uuid,
    among: assignments,
  });
  for (const { uuid } of live) await deleteAssignment(scope, { id: uuid });
}

const removePage = deleteRow(signaturePageCollection);

async function deletePageIfUnused(scope: DealWrite, uuid: string): Promise<void> {
  const { tx, deal } = scope;
  const [page] = await selectRows(tx, signaturePageCollection, { deal: deal.uuid, among: [uuid] });
  if (page?.source !== 'generated') return;
  for (const table of ['assignments', 'dynamic_assignments'] as const) {
    const use = await tx
      .selectFrom(table)
      .select('uuid')
      .where('item_page_uuid', '=', uuid)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (use) return;
  }
  await removePage(scope, { id: uuid });
}

export const restoreSignaturePage = restoreRow(signaturePageCollection);

const restoreOnly = restoreRow(assignmentCollection);

/** Brings back an assignment, with its page if that went with it. */
export async function restoreAssignment(scope: DealWrite, uuid: string): Promise<undefined> {
  const [row] = await selectRows(scope.tx, assignmentCollection, { uuids: [uuid] });
  if (row?.transaction === scope.deal.uuid) await restoreSignaturePage(scope, row.item_page_uuid);
  return restoreOnly(scope, uuid);
}

export const updateDynamicAssignment = updateRow<
  'dynamic_assignments',
  DynamicAssignmentEdits & { id: string }
>(dynamicAssignmentCollection);

/** Removes the assignment of a group, along with its members' assignments. */
export const deleteDynamicAssignment = deleteRow(dynamicAssignmentCollection, (scope, { uuid }) =>
  assertNoneWentOut(scope, { signing_group_assignment: uuid }, 'This group assignment can’t be removed'),
);

export const restoreDynamicAssignment = restoreRow(dynamicAssignmentCollection);
