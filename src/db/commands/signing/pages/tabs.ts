import { tabGroupCollection } from '../../../../contract/collections/tab-groups.ts';
import { tabCollection } from '../../../../contract/collections/tabs.ts';
import { snakify } from '../../../codec.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import type { RowInDeal } from '../../collections/edit-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

type TabRow = CollectionRow<'tabs'>;
type TabGroupRow = CollectionRow<'tabGroups'>;

type TabFacts = Pick<
  TabRow,
  | 'tabType'
  | 'sheet'
  | 'xPosition'
  | 'yPosition'
  | 'width'
  | 'height'
  | 'label'
  | 'required'
  | 'value'
  | 'tabGroup'
>;
type GroupFacts = Pick<TabGroupRow, 'groupRule' | 'minimumRequired' | 'maximumAllowed'>;

export interface CreateTabArgs extends RowInDeal, TabFacts {
  assignment: string;
}

export interface CreateTabGroupArgs extends RowInDeal, GroupFacts {
  assignmentId: string;
}

export const createTabDefinition = defineCreate(tabCollection, {
  rowOf: (args: CreateTabArgs, stamp) => ({
    ...args,
    filledAt: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  // The first sheet is the default. Files of unsent work from earlier versions have requests without it, and must match.
  request: ({ transaction: _, sheet, ...args }) => ({
    endpoint: 'tabs.create',
    input: snakify({ ...args, ...(sheet !== 1 && { sheet }) }),
  }),
  deletion: STANDARD.tabs.delete,
});

export const createTabGroupDefinition = defineCreate(tabGroupCollection, {
  rowOf: (args: CreateTabGroupArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ transaction: _, ...args }) => ({ endpoint: 'tabGroups.create', input: snakify(args) }),
  deletion: STANDARD.tabGroups.delete,
});

/** Fields to add, and the groups for their checkboxes that don't exist yet. */
interface NewTabs {
  readonly tabs: readonly CreateTabArgs[];
  readonly groups: readonly CreateTabGroupArgs[];
}

/** Adds fields to a page. One act to undo. */
export async function createTabs(db: MirrorDatabase, added: NewTabs): Promise<Step[]> {
  return runSteps(db, stepsToAdd(added));
}

function stepsToAdd({ tabs, groups }: NewTabs): Step[] {
  return [
    ...groups.map((group) => step(createTabGroupDefinition, group)),
    ...tabs.map((tab) => step(createTabDefinition, tab)),
  ];
}

export async function deleteTabs(db: MirrorDatabase, tabs: readonly RowInDeal[]): Promise<Step[]> {
  return runSteps(
    db,
    tabs.map((tab) => step(STANDARD.tabs.delete, tab)),
  );
}

/**
 * Gives fields to another signatory. A field and its group can't change their signatory, so they are deleted and created
 * again. One act to undo.
 */
export async function reassignTabs(
  db: MirrorDatabase,
  gone: { readonly tabs: readonly RowInDeal[]; readonly groups: readonly RowInDeal[] },
  added: NewTabs,
): Promise<Step[]> {
  return runSteps(db, [
    ...gone.tabs.map((tab) => step(STANDARD.tabs.delete, tab)),
    ...gone.groups.map((group) => step(STANDARD.tabGroups.delete, group)),
    ...stepsToAdd(added),
  ]);
}

/** Groups checkboxes, with a rule for how many a signer has to select. One act to undo. */
export async function groupTabs(
  db: MirrorDatabase,
  group: CreateTabGroupArgs,
  tabs: readonly string[],
): Promise<Step[]> {
  const { transaction, uuid: tabGroup } = group;
  return runSteps(db, [
    step(createTabGroupDefinition, group),
    ...tabs.map((uuid) => step(STANDARD.tabs.update, { transaction, uuid, edits: { tabGroup } })),
  ]);
}

/** Deletes a group. Its checkboxes stay, without a rule. */
export async function ungroupTabs(
  db: MirrorDatabase,
  group: RowInDeal,
  tabs: readonly string[],
): Promise<Step[]> {
  const { transaction } = group;
  return runSteps(db, [
    ...tabs.map((uuid) => step(STANDARD.tabs.update, { transaction, uuid, edits: { tabGroup: null } })),
    step(STANDARD.tabGroups.delete, group),
  ]);
}
