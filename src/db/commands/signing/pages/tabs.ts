import { tabGroupCollection } from '../../../../contract/collections/tab-groups.ts';
import { tabCollection } from '../../../../contract/collections/tabs.ts';
import { snakify } from '../../../codec.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import { mutate, runSteps, step } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { createdBy, defineCreate } from '../../collections/create-row.ts';
import { defineDelete } from '../../collections/delete-row.ts';
import { defineEdit, inEdits, type RowInDeal } from '../../collections/edit-row.ts';

type TabRow = CollectionRow<'tabs'>;
type TabGroupRow = CollectionRow<'tabGroups'>;

type TabFacts = Pick<
  TabRow,
  'tabType' | 'xPosition' | 'yPosition' | 'width' | 'height' | 'label' | 'required' | 'value' | 'tabGroup'
>;
type GroupFacts = Pick<TabGroupRow, 'groupRule' | 'minimumRequired' | 'maximumAllowed'>;

/** Any of these fields. */
type Some<Facts> = { [Field in keyof Facts]?: Facts[Field] | undefined };

export interface CreateTabArgs extends RowInDeal, TabFacts {
  assignment: string;
}

export interface UpdateTabArgs extends RowInDeal {
  edits: Some<TabFacts>;
}

export interface CreateTabGroupArgs extends RowInDeal, GroupFacts {
  assignmentId: string;
}

export interface UpdateTabGroupArgs extends RowInDeal {
  edits: Some<GroupFacts>;
}

export const { deletion: deleteTabDefinition, restoring: restoreTabDefinition } = defineDelete(tabCollection);

export const createTabDefinition = defineCreate(tabCollection, {
  rowOf: (args: CreateTabArgs, stamp) => ({
    ...args,
    filledAt: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ transaction: _, ...args }) => ({ endpoint: 'tabs.create', input: snakify(args) }),
  deletion: deleteTabDefinition,
});

export const updateTabDefinition = defineEdit(tabCollection, inEdits<UpdateTabArgs>());

export const { deletion: deleteTabGroupDefinition, restoring: restoreTabGroupDefinition } =
  defineDelete(tabGroupCollection);

export const createTabGroupDefinition = defineCreate(tabGroupCollection, {
  rowOf: (args: CreateTabGroupArgs, stamp) => ({
    ...args,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  }),
  request: ({ transaction: _, ...args }) => ({ endpoint: 'tabGroups.create', input: snakify(args) }),
  deletion: deleteTabGroupDefinition,
});

export const updateTabGroupDefinition = defineEdit(tabGroupCollection, inEdits<UpdateTabGroupArgs>());

/** Adds fields to a page. One act to undo. */
export async function createTabs(db: MirrorDatabase, tabs: readonly CreateTabArgs[]): Promise<Step[]> {
  return runSteps(
    db,
    tabs.map((tab) => step(createTabDefinition, tab)),
  );
}

/** Changes fields of a page. One act to undo. */
export async function updateTabs(db: MirrorDatabase, tabs: readonly UpdateTabArgs[]): Promise<Step[]> {
  return runSteps(
    db,
    tabs.map((tab) => step(updateTabDefinition, tab)),
  );
}

export async function deleteTabs(db: MirrorDatabase, tabs: readonly RowInDeal[]): Promise<Step[]> {
  return runSteps(
    db,
    tabs.map((tab) => step(deleteTabDefinition, tab)),
  );
}

/** Gives fields to another signatory: a field belongs to its signatory for good, so it is deleted and made again. One act to undo. */
export async function reassignTabs(
  db: MirrorDatabase,
  tabs: readonly { from: RowInDeal; to: CreateTabArgs }[],
): Promise<Step[]> {
  return runSteps(
    db,
    tabs.flatMap(({ from, to }) => [step(deleteTabDefinition, from), step(createTabDefinition, to)]),
  );
}

/** Groups checkboxes, so that a signer has to select so many of them. One act to undo. */
export async function groupTabs(
  db: MirrorDatabase,
  group: CreateTabGroupArgs,
  tabs: readonly string[],
): Promise<Step[]> {
  const { transaction, uuid: tabGroup } = group;
  return runSteps(db, [
    step(createTabGroupDefinition, group),
    ...tabs.map((uuid) => step(updateTabDefinition, { transaction, uuid, edits: { tabGroup } })),
  ]);
}

export async function updateTabGroup(db: MirrorDatabase, args: UpdateTabGroupArgs): Promise<Step[]> {
  return mutate(db, updateTabGroupDefinition, args);
}

/** Deletes a group. Its checkboxes stay, without a rule. */
export async function ungroupTabs(
  db: MirrorDatabase,
  group: RowInDeal,
  tabs: readonly string[],
): Promise<Step[]> {
  const { transaction } = group;
  return runSteps(db, [
    ...tabs.map((uuid) => step(updateTabDefinition, { transaction, uuid, edits: { tabGroup: null } })),
    step(deleteTabGroupDefinition, group),
  ]);
}
