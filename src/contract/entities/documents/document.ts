import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';
import { DOCUMENT_NAME_MAX, SIGNING_TYPES } from '../../rules/documents/upload-checks.ts';

const signingTypeSchema = z.enum(SIGNING_TYPES);

/**
 * One uploaded file, a version (docs/product/documents.md, "Files"). `thumbnails` maps the size key `png-144` to one stable
 * URL per page, in page order; it is null without `include_thumbnails`, or before they exist. `sha256` is the hash of the
 * bytes that the server stored, which the uploading device compares with its own.
 */
export const documentSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  item_id: uuidSchema.nullable(),
  in_queue: z.boolean(),
  name: z.string(),
  signing_type: signingTypeSchema,
  upload_order: z.number(),
  num_pages: z.int().nonnegative().nullable(),
  has_variables: z.boolean(),
  /** The numbers of pages that look like signature pages. Null until the file is converted. Older rows lack it. */
  likely_signature_pages: z.array(z.int().positive()).nullish(),
  metadata: z.object({
    dms: z.string().nullable(),
    dms_id: z.string().nullable(),
    dms_processed_at: instantSchema.nullable(),
  }),
  uploaded_file_key: z.string(),
  pdf_file_key: z.string().nullable(),
  file_url: z.string(),
  pdf_url: z.string().nullable(),
  file_name: z.string(),
  size: z.int().nonnegative(),
  sha256: z.string(),
  thumbnails: z.record(z.string(), z.array(z.string())).nullable(),
  conversion_requested_at: instantSchema.nullable(),
  conversion_finished_at: instantSchema.nullable(),
  conversion_status: z.enum(['processing', 'error', 'complete']).nullable(),
  thumbnails_finished_at: instantSchema.nullable(),
  error_message: z.string().nullable(),
  /**
   * Why the conversion has not started, for example because the malware scanner is unavailable. Older rows lack it.
   */
  waiting_reason: z.string().nullish(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Document = z.infer<typeof documentSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'A document needs a name.')
  .max(DOCUMENT_NAME_MAX, `The name can have at most ${DOCUMENT_NAME_MAX} characters.`);

/**
 * Create after the form upload. `uploaded_file_key` must be the key that the presign returned
 * (docs/product/api.md, "Uploads"). `item_id`: the item that it becomes a version of; if that no longer exists, the
 * document waits in the upload queue.
 */
export const newDocumentSchema = z.strictObject({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: nameSchema,
  signing_type: signingTypeSchema.default('to_be_signed'),
  in_queue: z.boolean().default(true),
  upload_order: z.number().default(0),
  item_id: uuidSchema.nullable().default(null),
  uploaded_file_key: z.string().min(1, 'Upload the file first: its key is missing.'),
});

/**
 * `item_id`: the item that it becomes a version of; null = none, and it returns to the upload queue. `in_queue`: the
 * edit was made in the queue; if somebody has added the document to the checklist since, the item takes the name and
 * signing type too.
 */
export const documentEditsSchema = z.object({
  name: nameSchema.optional(),
  signing_type: signingTypeSchema.optional(),
  item_id: uuidSchema.nullable().optional(),
  in_queue: z.literal(true).optional(),
});

export const presignRequestSchema = z.strictObject({
  doc_uuid: uuidSchema,
  file_name: z.string().min(1).max(1000),
});

/**
 * A resumable upload (tus): created by a POST to `create_url`, found at `url`, with a bearer `token` until `expires` (epoch
 * seconds). A later presign of the same document continues the same upload.
 */
const resumableUploadSchema = z.object({
  url: z.string(),
  create_url: z.string(),
  token: z.string(),
  expires: z.number(),
});
export type ResumableUpload = z.infer<typeof resumableUploadSchema>;

/** Where and with which form fields (`key` among them) the file is posted; fields first, `file` last. */
export const presignedUploadSchema = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  resumable: resumableUploadSchema.optional(),
});
export type PresignedUpload = z.infer<typeof presignedUploadSchema>;
