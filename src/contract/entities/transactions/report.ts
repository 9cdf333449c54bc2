import * as z from 'zod';
import { instantSchema, uuidSchema } from '../row.ts';

/** The file is ready: its address for the browser (docs/product/api.md, "Responses"). */
const redirectSchema = z.object({ redirect_url: z.url() });

/**
 * A report that takes a while. `download_url` is set once it is ready, for 7 days; it is the app's own address, which
 * works only for the person who requested it.
 */
export const reportSchema = z.object({
  id: uuidSchema,
  /** Older servers omit the details, and others know it only by its name. */
  kind: z.enum(['transactions', 'access_log']).default('transactions'),
  status: z.enum(['processing', 'ready', 'failed']),
  file_name: z.string(),
  rows_done: z.int().nonnegative(),
  rows_total: z.int().nonnegative(),
  download_url: z.string().nullable(),
  created_at: instantSchema,
  expires_at: instantSchema.nullable(),
});
export type Report = z.infer<typeof reportSchema>;

/** The address of a file that was ready at once. */
export const fileAnswerSchema = z.object({ status: z.literal(302), body: redirectSchema });
export type FileAnswer = z.infer<typeof fileAnswerSchema>;

/** The file or, for more than 5,000 rows, the job that makes it. */
export const reportAnswerSchema = z.union([
  fileAnswerSchema,
  z.object({ status: z.literal(202), body: reportSchema }),
]);
export type ReportAnswer = z.infer<typeof reportAnswerSchema>;

export const manifestRequestSchema = z.strictObject({ format: z.enum(['csv', 'pdf']).default('csv') });
export type ManifestFormat = z.output<typeof manifestRequestSchema>['format'];

/** A whole day (UTC), or a time. */
export const periodEndSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
