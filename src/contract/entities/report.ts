import * as z from 'zod';
import { instantSchema, uuidSchema } from './row.ts';

/** A file is there: where the browser gets it (docs/product/api.md, "Responses"). */
const redirectSchema = z.object({ redirect_url: z.url() });

/**
 * A report that takes a while. `download_url` is there once it is ready, and for 7 days; it is the app's own address, which
 * only the person who asked can follow.
 */
export const reportSchema = z.object({
  id: uuidSchema,
  /** A server that does not tell makes the others known by their name alone. */
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

/** The address of a file that was made at once. */
export const fileAnswerSchema = z.object({ status: z.literal(302), body: redirectSchema });
export type FileAnswer = z.infer<typeof fileAnswerSchema>;

/** The file at once or, beyond 5,000 rows, the job that makes it. */
export const reportAnswerSchema = z.union([
  fileAnswerSchema,
  z.object({ status: z.literal(202), body: reportSchema }),
]);
export type ReportAnswer = z.infer<typeof reportAnswerSchema>;

/** A day (UTC), the whole of it included, or an instant. */
export const periodEndSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
