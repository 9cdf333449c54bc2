import * as z from 'zod';
import {
  EXECUTED_DOCUMENT_STATUSES,
  INK_WARNINGS,
  PAGE_MATCHES,
  PAGE_OUTCOMES,
  SCANNED_PAGES_MAX,
} from '../../rules/signing/pages/scanned-page.ts';
import { cutName } from '../../rules/documents/upload-checks.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/** A file of signed pages that came back (docs/product/returned-pages.md). */
export const executedDocumentSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: z.string(),
  status: z.enum(EXECUTED_DOCUMENT_STATUSES),
  /** Null until it is known. */
  num_pages: z.int().positive().nullable(),
  /** How many pages have been read. */
  num_read: z.int().nonnegative(),
  error_message: z.string().nullable(),
  /** The hash of the uploaded bytes. */
  sha256: z.string(),
  size: z.int(),
  /** The organization that collected the pages. Until their release, only its people see them. */
  collected_for: uuidSchema,
  /** The signatory that the uploader named for these pages. It only ranks suggestions. */
  expected_signatory: uuidSchema.nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type ExecutedDocument = z.infer<typeof executedDocumentSchema>;

/** A page of a returned file. On a consolidated sheet, it has several assignments. */
export const executedDocumentPageSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  executed_document: uuidSchema,
  /** From 1. */
  page: z.int().positive(),
  /** Its position, from 1, on a sheet that shows several pages, each of which is a separate page here. 0 = the whole sheet. */
  part: z.int().nonnegative(),
  /** The signatures that this signed page is for. */
  assignments: z.array(uuidSchema),
  match: z.enum(PAGE_MATCHES),
  /** 0–1; null if it isn't matched. */
  confidence: z.number().min(0).max(1).nullable(),
  /** Why it has no assignments; null if it has some. */
  outcome: z.enum(PAGE_OUTCOMES).nullable(),
  /**
   * The assignments that its code names, if a person has to decide. For a sheet without a signature line, those on the sheets
   * that it goes with.
   */
  candidates: z.array(uuidSchema),
  /** For a page without a code: the assignments on pages with similar text, the likeliest first. They are only suggestions. */
  similar_signatures: z.array(uuidSchema),
  warnings: z.array(z.enum(INK_WARNINGS)),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type ExecutedDocumentPage = z.infer<typeof executedDocumentPageSchema>;

/** A returned file, once its bytes were uploaded to the presigned address. */
export const newExecutedDocumentSchema = z.strictObject({
  uuid: uuidSchema,
  transaction: uuidSchema,
  uploaded_file_key: z.string().min(1).max(500),
  name: z.string().trim().min(1, 'Enter a name.').max(2000).transform(cutName),
  /**
   * The signatory whose pages it should have. It isn't checked, because a signatory created offline may arrive after the
   * file.
   */
  expected_signatory: uuidSchema.nullish(),
});
export type NewExecutedDocument = z.output<typeof newExecutedDocumentSchema>;

/**
 * Says what a page is: the signed page of these assignments or of the page with this code, a sheet that goes behind a signed page, or no
 * signature page.
 */
export const matchedPageSchema = z
  .object({
    /** An empty list removes the match. */
    assignments: z.array(uuidSchema).max(SCANNED_PAGES_MAX).optional(),
    /** A page's short code, as it was typed. */
    code: z.string().max(100).optional(),
    /** The returned page behind which this sheet is added. The sheet may be a notarial certificate. */
    behind: uuidSchema.optional(),
    set_aside: z.literal(true).optional(),
  })
  .refine(
    ({ assignments, code, behind, set_aside }) =>
      [assignments, code, behind, set_aside].filter((each) => each !== undefined).length === 1,
    { message: 'Send either assignments, a code, behind, or set_aside.', path: ['assignments'] },
  );
export type MatchedPage = z.output<typeof matchedPageSchema>;

/** The picture of a returned page as a data URL. It is never stored on the device. */
export const returnedPagePictureSchema = z.object({
  uuid: uuidSchema,
  /** Null if the page can't be drawn. */
  picture: z.string().nullable(),
});
export type ReturnedPagePicture = z.infer<typeof returnedPagePictureSchema>;
