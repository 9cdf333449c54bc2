import * as z from 'zod';
import { ASSIGNMENT_STATUSES } from '../../rules/signing/assignments/assignment-status.ts';
import { ASSIGNMENTS_MAX } from '../../rules/signing/assignments/limits.ts';
import { headerSchema } from './dynamic-assignment.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const TEXT_MAX = 2000;

/**
 * One signature: a signatory on a page of an item, signing through `auth_rep` if they are an entity. `signing_group_assignment` is the
 * dynamic assignment that it follows, if any.
 */
export const assignmentSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  item: uuidSchema,
  item_page_uuid: uuidSchema,
  signatory: uuidSchema,
  auth_rep: uuidSchema.nullable(),
  status: z.enum(ASSIGNMENT_STATUSES),
  header: z.string().nullable(),
  custom_text: z.string(),
  requires_notary: z.boolean(),
  requires_witness: z.boolean(),
  signing_group_assignment: uuidSchema.nullable(),
  /** Why the last signature was rejected. */
  rejected_reason: z.string().nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Assignment = z.infer<typeof assignmentSchema>;

const textSchema = z.string().trim().max(TEXT_MAX, `This text can have at most ${TEXT_MAX} characters.`);

export const assignmentEditsSchema = z.object({
  signatory: uuidSchema.optional(),
  auth_rep: uuidSchema.nullable().optional(),
  header: headerSchema.nullable().optional(),
  custom_text: textSchema.optional(),
  requires_notary: z.boolean().optional(),
  requires_witness: z.boolean().optional(),
});
export type AssignmentEdits = z.infer<typeof assignmentEditsSchema>;

const newAssignment = z.strictObject({
  uuid: uuidSchema.optional(),
  item: uuidSchema,
  /** The page. If it doesn't exist, a generated page with this id, or with a new one, is added to the item. */
  item_page_uuid: uuidSchema.optional(),
  signatory: uuidSchema,
  auth_rep: uuidSchema.nullable().optional(),
});

export const newAssignmentSchema = newAssignment;
export type NewAssignment = z.infer<typeof newAssignmentSchema>;

/** Several at once, all or none. A row deleted under the same id is restored. */
export const newAssignmentsSchema = z.strictObject({
  /** Defaults to the deal of the documents. */
  transaction: uuidSchema.optional(),
  assignments: z.array(newAssignment).min(1, 'Choose at least one assignment.').max(ASSIGNMENTS_MAX),
});

const someAssignments = z.array(uuidSchema).min(1, 'Choose at least one assignment.').max(ASSIGNMENTS_MAX);

export const deletedAssignmentsSchema = z.strictObject({
  transaction: uuidSchema,
  assignments: someAssignments,
});

/** Signatures, each with the generated page of its document that it moves to. */
export const movedAssignmentsSchema = z.strictObject({
  transaction: uuidSchema,
  moves: z
    .array(z.strictObject({ uuid: uuidSchema, item_page_uuid: uuidSchema }))
    .min(1, 'Choose at least one assignment.')
    .max(ASSIGNMENTS_MAX),
});

/** Why a signature is rejected. */
const rejectionFields = {
  reason: textSchema.optional(),
  /** Whether the signatory is asked for the same pages again. They are, unless this is false. */
  send_again: z.boolean().optional(),
};
export const rejectionSchema = z.strictObject(rejectionFields);

const acceptanceFields = {
  /**
   * The returned pages that the user looked at, with their versions. Signatures on paper need theirs here, so that nobody accepts a page that
   * they haven't seen.
   */
  pages: z
    .array(z.strictObject({ uuid: uuidSchema, version: z.int().nonnegative() }))
    .max(ASSIGNMENTS_MAX)
    .optional(),
};
export const acceptanceSchema = z.strictObject(acceptanceFields);

export const acceptedAssignmentsSchema = z.strictObject({
  assignments: someAssignments,
  ...acceptanceFields,
});

export const rejectedAssignmentsSchema = z.strictObject({ assignments: someAssignments, ...rejectionFields });
