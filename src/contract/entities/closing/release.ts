import * as z from 'zod';
import { RELEASE_STATUSES } from '../../rules/closing/release.ts';
import { ASSIGNMENTS_MAX } from '../../rules/signing/assignments/limits.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const NAME_MAX = 350;
const CONDITION_MAX = 1000;
const CONDITIONS_MAX = 100;

/** `met_by` is the user who said that the condition is met. */
const conditionSchema = z.object({
  uuid: uuidSchema,
  text: z.string(),
  met_by: uuidSchema.nullable(),
  met_at: instantSchema.nullable(),
});

/** `organization` is the user's when they confirmed. */
const confirmationSchema = z.object({ user: uuidSchema, organization: uuidSchema, at: instantSchema });

/**
 * A release of held pages (docs/product/releases.md): all signatures of `items`, or those of `assignments`; one of the two is empty.
 * `signatures` are the ones that were confirmed and, once released, the ones that were released.
 */
export const releaseSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: z.string(),
  items: z.array(uuidSchema),
  assignments: z.array(uuidSchema),
  effective_date: z.iso.date().nullable(),
  conditions: z.array(conditionSchema),
  confirmations: z.array(confirmationSchema),
  signatures: z.array(uuidSchema),
  status: z.enum(RELEASE_STATUSES),
  released_by: uuidSchema.nullable(),
  released_at: instantSchema.nullable(),
  withdrawn_reason: z.string().nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Release = z.infer<typeof releaseSchema>;

const nameSchema = z.string().trim().max(NAME_MAX, `The name can have at most ${NAME_MAX} characters.`);

const textSchema = z
  .string()
  .trim()
  .min(1, 'Enter the condition.')
  .max(CONDITION_MAX, `A condition can have at most ${CONDITION_MAX.toLocaleString('en-US')} characters.`);

/** A condition keeps its state if its text stays the same. */
const conditionsSchema = z
  .array(z.strictObject({ uuid: uuidSchema.optional(), text: textSchema }))
  .max(CONDITIONS_MAX, `A release can have at most ${CONDITIONS_MAX} conditions.`);

const someItems = z.array(uuidSchema).max(ASSIGNMENTS_MAX);

/** A release covers either documents or signatures. */
export const newReleaseSchema = z
  .strictObject({
    uuid: uuidSchema.optional(),
    transaction: uuidSchema,
    name: nameSchema.optional(),
    items: someItems.optional(),
    assignments: someItems.optional(),
    effective_date: z.iso.date().nullable().optional(),
    conditions: conditionsSchema.optional(),
  })
  .refine(({ items = [], assignments = [] }) => items.length > 0 !== assignments.length > 0, {
    message: 'Choose either documents or signatures to release.',
    path: ['items'],
  });
export type NewRelease = z.output<typeof newReleaseSchema>;

export const releaseEditsSchema = z.object({
  name: nameSchema.optional(),
  items: someItems.optional(),
  assignments: someItems.optional(),
  effective_date: z.iso.date().nullable().optional(),
  conditions: conditionsSchema.optional(),
});
export type ReleaseEdits = z.output<typeof releaseEditsSchema>;

/** With `met` false, the condition is open again. */
export const metConditionSchema = z.strictObject({ condition: uuidSchema, met: z.boolean().optional() });

/**
 * With `confirmed` false, the user withdraws their confirmation. `signatures` are the ones that the user saw. The call is
 * refused if the release now covers different ones.
 */
export const confirmedReleaseSchema = z.strictObject({
  confirmed: z.boolean().optional(),
  signatures: someItems.optional(),
});

export const withdrawnReleaseSchema = z.strictObject({
  reason: z.string().trim().max(2000, 'A reason can have at most 2,000 characters.').optional(),
});
