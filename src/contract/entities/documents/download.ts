import * as z from 'zod';
import { DOWNLOAD_KINDS } from '../../rules/closing/download-plan.ts';
import { instantSchema, uuidSchema } from '../row.ts';

/** The maximum number of documents in one download. */
const ITEMS_MAX = 5000;

const kindSchema = z.enum(DOWNLOAD_KINDS);
const someItems = z.array(uuidSchema).min(1, 'Choose at least one document.').max(ITEMS_MAX);

export const itemDownloadSchema = z.strictObject({ kind: kindSchema });

/** Documents of one deal: all as the same kind of download or, with the feature CYOA_DOWNLOADS, each as its own kind. */
export const itemDownloadsSchema = z.union([
  z.strictObject({ item_uuids: someItems, kind: kindSchema }),
  z.strictObject({
    items: z
      .array(z.strictObject({ item: uuidSchema, kind: kindSchema }))
      .min(1, 'Choose at least one document.')
      .max(ITEMS_MAX),
  }),
]);
export type ItemDownloads = z.infer<typeof itemDownloadsSchema>;

export const dealDownloadSchema = z.strictObject({
  kind: kindSchema.default('executed_item_with_attachments'),
});

/** All documents of a deal, or some. */
const ofDeal = { transaction: uuidSchema, item_uuids: someItems.optional() };
export const documentsDownloadSchema = z.strictObject({
  ...ofDeal,
  kind: kindSchema.exclude(['executed_sigs', 'unexecuted_packets']).default('executed_item'),
});
export const signaturePagesDownloadSchema = z.strictObject({
  ...ofDeal,
  kind: kindSchema.extract(['executed_sigs', 'unexecuted_packets']).default('executed_sigs'),
});

/** A document that isn't in the download, because it has nothing of the requested kind. */
const leftOutSchema = z.object({
  item: uuidSchema,
  name: z.string(),
  reason: z.enum(['no_file', 'not_converted', 'no_executed_pages', 'nothing_outstanding']),
});

/** A download that a job makes. A notification says when it is ready. */
const preparedSchema = z.object({
  uuid: uuidSchema,
  status: z.literal('processing'),
  file_name: z.string(),
  left_out: z.array(leftOutSchema),
  created_at: instantSchema,
});

/** The file or, for a large download, the job that makes it. */
export const downloadAnswerSchema = z.union([
  z.object({
    status: z.literal(302),
    body: z.object({ redirect_url: z.url(), file_name: z.string(), left_out: z.array(leftOutSchema) }),
  }),
  z.object({ status: z.literal(202), body: preparedSchema }),
]);
export type DownloadAnswer = z.infer<typeof downloadAnswerSchema>;
