import * as z from 'zod';
import type { UploadedRow } from '../commands/signing/signatories/bulk-signatory-uploads.ts';

const id = z.uuid();

/** What a row of a list of signatories adds, as read back from disk. */
const uploadedRowSchema: z.ZodType<UploadedRow> = z.object({
  row: z.number(),
  signatories: z.array(
    z.object({
      uuid: id,
      fullName: z.string(),
      email: z.string(),
      isOrg: z.boolean(),
      address: z.string(),
      entityDescription: z.string(),
    }),
  ),
  representatives: z.array(
    z.object({ uuid: id, entity: id, signatory: id, title: z.string(), order: z.number() }),
  ),
  values: z.array(z.object({ uuid: id, signatory: id, customKey: id, value: z.string() })),
});

/** A list of signatories that is uploaded. */
export const newUploadSchema = z.object({
  transaction: id,
  uuid: id,
  fileName: z.string(),
  signatoriesBefore: z.number(),
  rows: z.array(uploadedRowSchema),
});
