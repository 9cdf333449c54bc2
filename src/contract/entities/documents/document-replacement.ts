import * as z from 'zod';
import { AUTHORITIES, SIGN_AGAIN_REASONS } from '../../rules/closing/carry-over.ts';
import { ASSIGNMENT_STATUSES } from '../../rules/signing/assignments/assignment-status.ts';
import { uuidSchema } from '../row.ts';

const pageNumberSchema = z.int().positive();

/** A page of the current version beside its page of the new one. Without words and areas, they look alike. */
const comparedPageSchema = z.object({
  /** Null if the page was added. */
  before: pageNumberSchema.nullable(),
  /** Null if the page was removed. */
  after: pageNumberSchema.nullable(),
  /** What was removed and added, with a few words beside it. */
  words: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  /** Where the pictures differ, in fractions of the page from the top left. */
  areas: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
});

const replacedVersionSchema = z.object({ document: uuidSchema, version: z.int().positive() });

/** What making another version of a document current would change (docs/product/replacing-documents.md). */
export const documentReplacementSchema = z.object({
  /** The status of the comparison. While it runs, there are no pages. After it has failed, all of them count as changed. */
  status: z.enum(['processing', 'ready', 'failed']),
  error_message: z.string().nullable(),
  before: replacedVersionSchema,
  after: replacedVersionSchema,
  pages: z.array(comparedPageSchema),
  /** The marked signature pages of the current version, and which page of the new one each is; null if somebody has to say. */
  marked: z.array(z.object({ page: uuidSchema, number: pageNumberSchema, to: pageNumberSchema.nullable() })),
  /** The signatures that were given or are out for signature. */
  signatures: z.array(
    z.object({
      uuid: uuidSchema,
      capacity: z.string(),
      status: z.enum(ASSIGNMENT_STATUSES),
      /** The marked page that it is on; null for a generated page. */
      page: uuidSchema.nullable(),
      /** Why it can't be carried over. A marked page that isn't matched yet counts as the same. */
      sign_again: z.enum(SIGN_AGAIN_REASONS).nullable(),
    }),
  ),
});
export type DocumentReplacement = z.infer<typeof documentReplacementSchema>;

export const comparedDocumentSchema = z.strictObject({
  document: uuidSchema,
  /** Runs the comparison again if it has failed. */
  again: z.boolean().optional(),
});

/** A version that replaces a document's current one. */
export const replacedDocumentSchema = z.strictObject({
  document: uuidSchema,
  /** The current version that was compared with it. */
  before: uuidSchema.optional(),
  /** Which page of the new version each marked page is; null if it has no such page. Pages that look the same need no entry. */
  page_map: z
    .array(z.strictObject({ page: uuidSchema, number: pageNumberSchema.nullable() }))
    .max(1000)
    .optional(),
  /** The changed pages that the user looked at. */
  accepted_changes: z
    .array(z.strictObject({ before: pageNumberSchema.nullable(), after: pageNumberSchema.nullable() }))
    .max(5000)
    .optional(),
  /** The signatures that also count for the new version. All others are requested again. */
  carry_over: z
    .strictObject({
      assignments: z.array(uuidSchema).min(1).max(1000),
      /** How the signatories authorized it. */
      authority: z.enum(AUTHORITIES),
      reason: z.string().trim().min(1, 'Say how the signatories authorized this.').max(2000),
      /** The document of the deal that records it, such as an email or a power of attorney. */
      file: uuidSchema.optional(),
      /** The user confirms it in their own name. */
      confirmed: z.literal(true),
    })
    .optional(),
});
export type ReplacedDocument = z.output<typeof replacedDocumentSchema>;
