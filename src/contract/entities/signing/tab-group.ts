import * as z from 'zod';
import { TAB_GROUP_RULES } from '../../rules/signing/fields/tab-groups.ts';
import { TABS_MAX } from '../../rules/signing/fields/tabs.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/** Checkboxes of one assignment, with a rule for how many a signer selects. */
export const tabGroupSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  assignment_id: uuidSchema,
  group_rule: z.enum(TAB_GROUP_RULES),
  minimum_required: z.int().nullable(),
  maximum_allowed: z.int().nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type TabGroup = z.infer<typeof tabGroupSchema>;

const count = z.int().min(0).max(TABS_MAX).nullable();

export const tabGroupEditsSchema = z.object({
  group_rule: z.enum(TAB_GROUP_RULES, 'There is no such group rule.').optional(),
  minimum_required: count.optional(),
  maximum_allowed: count.optional(),
});
export type TabGroupEdits = z.infer<typeof tabGroupEditsSchema>;

export const newTabGroupSchema = tabGroupEditsSchema
  .extend({
    uuid: uuidSchema.optional(),
    assignment_id: uuidSchema,
    group_rule: z.enum(TAB_GROUP_RULES, 'There is no such group rule.'),
  })
  .strict();
export type NewTabGroup = z.infer<typeof newTabGroupSchema>;
