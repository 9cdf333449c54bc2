import * as z from 'zod';

const coefficient = z.number();

/** A sheet, and the pages on it. Shared by the server and the process that splits sheets. */
export const splitRequestSchema = z.object({
  /** The page's number, counted from 1. */
  page: z.int().positive(),
  /** The number of clockwise quarter turns that make the sheet upright. */
  turns: z.int().min(0).max(3),
  parts: z.array(
    z.object({
      /** Converts points of the sent page into points of the upright sheet. */
      fit: z.tuple([coefficient, coefficient, coefficient, coefficient, coefficient, coefficient]),
      width: z.number().positive().max(5000),
      height: z.number().positive().max(5000),
    }),
  ),
});
export type SplitRequest = z.infer<typeof splitRequestSchema>;
