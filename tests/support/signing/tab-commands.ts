import {
  createTabDefinition,
  createTabGroupDefinition,
  deleteTabDefinition,
  deleteTabGroupDefinition,
  restoreTabDefinition,
  restoreTabGroupDefinition,
  updateTabDefinition,
  updateTabGroupDefinition,
} from '../../../src/db/commands/signing/pages/tabs.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { command, type Case } from '../mutation-case.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [transaction, uuid, other, third] = [newUuid(), newUuid(), newUuid(), newUuid()];
const me = newUuid();
const made = {
  transaction,
  uuid,
  createdAt: AT,
  createdBy: me,
  version: 1,
  modifiedAt: AT,
  modifiedBy: me,
};

const tab = {
  tabType: 'checkbox',
  xPosition: 0.1,
  yPosition: 0.2,
  width: 0.02,
  height: 0.02,
  label: 'Approve',
  required: true,
  value: null,
  tabGroup: third,
} as const;
const group = { groupRule: 'select_at_least', minimumRequired: 1, maximumAllowed: null } as const;

/** The commands about signing fields, with the call that each sends. */
export const TAB_COMMANDS: Case[] = [
  command(
    createTabDefinition,
    { transaction, uuid, assignment: other, ...tab },
    'POST /tab',
    {
      uuid,
      assignment: other,
      tab_type: 'checkbox',
      x_position: 0.1,
      y_position: 0.2,
      width: 0.02,
      height: 0.02,
      label: 'Approve',
      required: true,
      value: null,
      tab_group: third,
    },
    'There was a problem attempting to create the signing field',
  ),
  command(
    updateTabDefinition,
    { transaction, uuid, edits: { xPosition: 0.3, tabGroup: null } },
    'PATCH /tab/{id}',
    { id: uuid, x_position: 0.3, tab_group: null },
    'There was a problem attempting to update the signing field',
  ),
  command(
    deleteTabDefinition,
    { transaction, uuid },
    'DELETE /tab/{id}',
    { id: uuid },
    'There was a problem attempting to delete the signing field',
  ),
  command(
    restoreTabDefinition,
    { transaction, row: { ...made, assignment: other, ...tab, filledAt: null } },
    'POST /transactions/transaction/{id}/restore',
    { id: transaction, kind: 'tab', uuid },
    'There was a problem attempting to restore the signing field',
  ),
  command(
    createTabGroupDefinition,
    { transaction, uuid, assignmentId: other, ...group },
    'POST /assignments/tab_group',
    {
      uuid,
      assignment_id: other,
      group_rule: 'select_at_least',
      minimum_required: 1,
      maximum_allowed: null,
    },
    'There was a problem attempting to create the checkbox group',
  ),
  command(
    updateTabGroupDefinition,
    { transaction, uuid, edits: { groupRule: 'select_at_most', minimumRequired: null, maximumAllowed: 2 } },
    'PATCH /assignments/tab_group/{id}',
    { id: uuid, group_rule: 'select_at_most', minimum_required: null, maximum_allowed: 2 },
    'There was a problem attempting to update the checkbox group',
  ),
  command(
    deleteTabGroupDefinition,
    { transaction, uuid },
    'DELETE /assignments/tab_group/{id}',
    { id: uuid },
    'There was a problem attempting to delete the checkbox group',
  ),
  command(
    restoreTabGroupDefinition,
    { transaction, row: { ...made, assignmentId: other, ...group } },
    'POST /transactions/transaction/{id}/restore',
    { id: transaction, kind: 'tab_group', uuid },
    'There was a problem attempting to restore the checkbox group',
  ),
];
