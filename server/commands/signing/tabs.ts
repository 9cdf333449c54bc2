import { sql } from 'kysely';
import { tabGroupCollection } from '../../../src/contract/collections/tab-groups.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type { NewTabGroup, TabGroupEdits } from '../../../src/contract/entities/signing/tab-group.ts';
import type { NewTab, TabEdits } from '../../../src/contract/entities/signing/tab.ts';
import { refuseGroupRule } from '../../../src/contract/rules/signing/fields/tab-groups.ts';
import {
  askedTab,
  refuseSignatureSheet,
  refuseTabPlace,
  TABS_MAX,
} from '../../../src/contract/rules/signing/fields/tabs.ts';
import { invalid } from '../../refusal.ts';
import { changeRow, changeRows, rowOf, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { ALIVE, restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertNoneWentOut } from './sent-assignments.ts';

/** Groups first, because the fields name them. */
const OF_ASSIGNMENT = [
  { wire: 'tab_groups', field: 'assignment_id' },
  { wire: 'tabs', field: 'assignment' },
] as const;

/** The default size of a field, as a share of the page. */
const USUAL_SIZE = { width: 0.25, height: 0.03 };
const CHECKBOX_SIZE = { width: 0.02, height: 0.0155 };

type TabFacts = Pick<
  RowOf<'tabs'>,
  | 'uuid'
  | 'assignment'
  | 'tab_type'
  | 'sheet'
  | 'x_position'
  | 'y_position'
  | 'width'
  | 'height'
  | 'tab_group'
>;

/** Adds a field for a signatory to fill in on a page. */
export const createTab = createRow(tabCollection, async (born, asked: NewTab, scope) => {
  const { tab_type = 'custom', required = false, ...rest } = askedTab(asked);
  const size = tab_type === 'checkbox' ? CHECKBOX_SIZE : USUAL_SIZE;
  const { assignment, sheet = 1, x_position, y_position, width = size.width, height = size.height } = rest;
  const tab = {
    assignment,
    tab_type,
    sheet,
    x_position,
    y_position,
    width,
    height,
    tab_group: rest.tab_group ?? null,
  };
  await assertOpen(scope, assignment);
  await assertTab(scope, { uuid: born.uuid, ...tab });
  await assertRoom(scope.tx, assignment);
  const { label = '', value = null } = rest;
  return { ...born, ...tab, is_option: isOption(asked), label, required, value, filled_at: null };
});

const update = updateRow<
  'tabs',
  Omit<TabEdits, 'tab_type'> & { id: string; tab_type?: RowOf<'tabs'>['tab_type'] }
>(tabCollection, async ({ row, edits }, scope) => {
  await assertOpen(scope, row.assignment);
  const changed = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
  await assertTab(scope, { ...row, ...changed });
  return {};
});

/** Changes a field. One that was requested as `custom_opt` stays optional until its type is sent again. */
export async function updateTab(
  scope: DealWrite,
  edits: TabEdits & { id: string },
): Promise<DealRows['tabs'][number]> {
  const { tx, deal } = scope;
  const { uuid, is_option: was } = await rowOf(tx, tabCollection, deal.uuid, edits.id);
  const is = edits.tab_type === undefined ? was : isOption(edits);
  const tab = await update(scope, { ...askedTab(edits), ...(is && { required: false }) });
  if (is !== was) await changeRow(tx, 'tabs', uuid, { is_option: is });
  return tab;
}

function isOption({ tab_type: type }: Pick<TabEdits, 'tab_type'>): boolean {
  return type === 'custom_opt';
}

export const deleteTab = deleteRow(tabCollection, async (scope, row) => assertOpen(scope, row.assignment));

export const restoreTab = restoreRow(tabCollection, async (scope, row) => {
  await assertSignatureSheet(scope, row);
  await assertRoom(scope.tx, row.assignment);
});

/** Adds a group. Its checkboxes are added to it afterwards. */
export const createTabGroup = createRow(tabGroupCollection, async (born, asked: NewTabGroup, scope) => {
  const { assignment_id, group_rule, minimum_required = null, maximum_allowed = null } = asked;
  await assertOpen(scope, assignment_id);
  assertRule({ group_rule, minimum_required, maximum_allowed }, null);
  return { ...born, assignment_id, group_rule, minimum_required, maximum_allowed };
});

export const updateTabGroup = updateRow<'tab_groups', TabGroupEdits & { id: string }>(
  tabGroupCollection,
  async ({ row, edits }, scope) => {
    await assertOpen(scope, row.assignment_id);
    const { group_rule, minimum_required, maximum_allowed } = row;
    const rule = { group_rule, minimum_required, maximum_allowed };
    const changed = Object.fromEntries(Object.entries(edits).filter(([, value]) => value !== undefined));
    const checkboxes = await checkboxesOf(scope.tx, row.uuid);
    assertRule({ ...rule, ...changed }, checkboxes === 0 ? null : checkboxes);
    return {};
  },
);

/** Deletes a group. Its checkboxes stay, without a rule. */
const removeGroup = deleteRow(tabGroupCollection, async (scope, row) => assertOpen(scope, row.assignment_id));

export async function deleteTabGroup(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const { rows } = await sql<{ uuid: string }>`
    update tabs set tab_group = null, version = ${scope.stamp.version}, modified_at = ${scope.stamp.modified_at},
      modified_by = ${scope.stamp.modified_by}
    where tab_group = ${id} and transaction = ${scope.deal.uuid} and deleted_at is null
    returning uuid
  `.execute(scope.tx);
  await removeGroup(scope, { id });
  for (const { uuid } of rows) scope.put('tabs', uuid, { fields: ['tab_group'] });
}

async function assertOpen(scope: DealWrite, assignment: string): Promise<void> {
  await assertNoneWentOut(scope, { uuid: assignment }, 'The signing fields can’t be changed');
}

async function assertTab(scope: DealWrite, tab: TabFacts): Promise<void> {
  const { x_position: x, y_position: y, width, height } = tab;
  const misplaced = refuseTabPlace({ x, y, width, height });
  if (misplaced !== null) throw invalid(misplaced, 'x_position');
  await assertSignatureSheet(scope, tab);
  if (tab.tab_group === null) return;
  if (tab.tab_type !== 'checkbox') throw invalid('Only checkboxes can be in a group.', 'tab_group');
  const [group] = await selectRows(scope.tx, tabGroupCollection, {
    deal: scope.deal.uuid,
    among: [tab.tab_group],
  });
  if (group && group.assignment_id !== tab.assignment)
    throw invalid('All checkboxes in a group must belong to one signatory and one page.', 'tab_group');
  // Sheets are signed one by one, so a rule can't be about several.
  const others = await selectRows(scope.tx, tabCollection, {
    deal: scope.deal.uuid,
    naming: { field: 'tab_group', rows: [tab.tab_group] },
  });
  if (others.some(({ uuid, sheet }) => uuid !== tab.uuid && sheet !== tab.sheet))
    throw invalid('All checkboxes in a group must be on one sheet.', 'sheet');
}

/** Refuses a signature on another sheet than the assignment's other ones. */
async function assertSignatureSheet(
  scope: DealWrite,
  { uuid, assignment, tab_type: type, sheet }: Pick<TabFacts, 'uuid' | 'assignment' | 'tab_type' | 'sheet'>,
): Promise<void> {
  if (type !== 'signature') return;
  const tabs = await selectRows(scope.tx, tabCollection, {
    deal: scope.deal.uuid,
    naming: { field: 'assignment', rows: [assignment] },
  });
  const others = tabs
    .filter((tab) => tab.uuid !== uuid)
    .map((tab) => ({ assignment, type: tab.tab_type, sheet: tab.sheet }));
  const refused = refuseSignatureSheet({ assignment, type, sheet }, others);
  if (refused !== null) throw invalid(refused, 'sheet');
}

/** Refuses another field on a full page. */
async function assertRoom(tx: Tx, assignment: string): Promise<void> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from tabs where deleted_at is null and assignment in (
      select other.uuid from assignments as other
      join assignments as own on own.item_page_uuid = other.item_page_uuid
      where own.uuid = ${assignment} and other.deleted_at is null
    )
  `.execute(tx);
  if (Number(rows[0]?.count ?? 0) < TABS_MAX) return;
  throw invalid(`This page has ${TABS_MAX.toLocaleString('en-US')} fields, which is the most it can have.`);
}

type Rule = Pick<RowOf<'tab_groups'>, 'group_rule' | 'minimum_required' | 'maximum_allowed'>;

function assertRule(
  { group_rule: rule, minimum_required: minimum, maximum_allowed: maximum }: Rule,
  checkboxes: number | null,
): void {
  const refused = refuseGroupRule({ rule, minimum, maximum }, checkboxes);
  if (refused !== null) throw invalid(refused, 'group_rule');
}

async function checkboxesOf(tx: Tx, group: string): Promise<number> {
  const { count } = await tx
    .selectFrom('tabs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tab_group', '=', group)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the fields and groups of deleted assignments. */
export async function deleteTabsOf(scope: DealWrite, assignments: readonly string[]): Promise<void> {
  const { tx, deal, now, actor, stamp } = scope;
  for (const { wire, field } of OF_ASSIGNMENT) {
    const { rows } = await sql<{ uuid: string }>`
      select uuid from ${sql.table(wire)}
      where transaction = ${deal.uuid} and deleted_at is null and ${sql.ref(field)} = any(${assignments}::uuid[])
      order by uuid
    `.execute(tx);
    const uuids = rows.map(({ uuid }) => uuid);
    await changeRows(tx, wire, uuids, { deleted_at: now, deleted_by: actor, ...stamp });
    for (const uuid of uuids) scope.remove(wire, uuid);
  }
}

/** Restores the fields and groups that were deleted with these assignments. */
export async function restoreTabsOf(
  scope: DealWrite,
  assignments: readonly { uuid: string; version: number }[],
): Promise<void> {
  const { tx, deal, stamp } = scope;
  const uuids = assignments.map(({ uuid }) => uuid);
  const versions = assignments.map(({ version }) => version);
  for (const { wire, field } of OF_ASSIGNMENT) {
    const { rows } = await sql<{ uuid: string }>`
      select tab.uuid from ${sql.table(wire)} as tab
      join unnest(${uuids}::uuid[], ${versions}::bigint[]) as gone (uuid, version)
        on gone.uuid = tab.${sql.ref(field)} and gone.version = tab.version
      where tab.transaction = ${deal.uuid} and tab.deleted_at is not null
      order by tab.uuid
    `.execute(tx);
    const returned = rows.map(({ uuid }) => uuid);
    await changeRows(tx, wire, returned, { ...ALIVE, ...stamp });
    for (const uuid of returned) scope.put(wire, uuid);
  }
}
