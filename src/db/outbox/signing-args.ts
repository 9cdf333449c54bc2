import { ROW_SCHEMAS } from '../../contract/entities/changes.ts';
import { TAB_GROUP_RULES } from '../../contract/rules/signing/tab-groups.ts';
import { TAB_TYPES } from '../../contract/rules/signing/tabs.ts';
import * as z from 'zod';
import type { CollectionRow } from '../rows.ts';
import { camelOf, id } from './stored-args.ts';

// The fields of rows about signing that several commands have in their arguments.

export const signatoryFacts = {
  fullName: z.string(),
  email: z.string(),
  isOrg: z.boolean(),
  address: z.string(),
  entityDescription: z.string(),
  instapagesConfig: camelOf<CollectionRow<'signatories'>['instapagesConfig']>(
    ROW_SCHEMAS.signatories.shape.instapages_config,
  ),
};

export const tabFacts = {
  tabType: z.enum(TAB_TYPES),
  xPosition: z.number(),
  yPosition: z.number(),
  width: z.number(),
  height: z.number(),
  label: z.string(),
  required: z.boolean(),
  value: z.string().nullable(),
  tabGroup: id.nullable(),
};

export const tabGroupFacts = {
  groupRule: z.enum(TAB_GROUP_RULES),
  minimumRequired: z.number().nullable(),
  maximumAllowed: z.number().nullable(),
};
