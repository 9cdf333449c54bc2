import {
  createTabDefinition,
  createTabGroupDefinition,
} from '../../../src/db/commands/signing/pages/tabs.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { command, type Case } from '../mutation-case.ts';

const [transaction, uuid, other, third] = [newUuid(), newUuid(), newUuid(), newUuid()];
const tab = {
  tabType: 'checkbox',
  sheet: 2,
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
      sheet: 2,
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
];
