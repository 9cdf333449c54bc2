import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

const TRANSACTION_NAME_MAX = 350;

/** Someone who works on the deal (spec 3 "Participant" of the second document). */
export const participantSchema = z.object({
  uuid: uuidSchema,
  user_uuid: uuidSchema,
  full_name: z.string(),
  email: z.email(),
  creator: z.boolean(),
  deleted: z.boolean(),
  created_at: instantSchema,
  ...rowFields,
});
export type Participant = z.infer<typeof participantSchema>;

/**
 * A deal (spec 3 "Transaction" of the second document). `archived` is the reader's own choice. `version` is the deal's
 * counter, which every change in the deal moves; `modified_at` and `modified_by` are of its own fields.
 */
export const transactionSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  description: z.string(),
  client_name: z.string(),
  client_number: z.string(),
  matter_number: z.string(),
  closing_date: z.iso.date().nullable(),
  created_at: instantSchema,
  created_by: z.object({ uuid: uuidSchema, name: z.string() }),
  is_sample: z.boolean(),
  archived: z.boolean(),
  kind: z.enum(['packets', 'wires', 'legacy']),
  organization: uuidSchema,
  url: z.string(),
  num_documents: z.int().nonnegative(),
  participants: z.array(participantSchema),
  ...rowFields,
});
export type Transaction = z.infer<typeof transactionSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'The transaction needs a name.')
  .max(TRANSACTION_NAME_MAX, `The name may have at most ${TRANSACTION_NAME_MAX} characters.`);

/** What a person may set on a deal. */
export const transactionEditsSchema = z.strictObject({
  name: nameSchema.optional(),
  description: z.string().max(10_000).optional(),
  client_name: z.string().max(350).optional(),
  client_number: z.string().max(100).optional(),
  matter_number: z.string().max(100).optional(),
  closing_date: z.iso.date().nullable().optional(),
});
export type TransactionEdits = z.infer<typeof transactionEditsSchema>;

/** What is to come back that was deleted within the last 30 days (domain "Checklist tree"). */
export const restoreRequestSchema = z.strictObject({
  kind: z.enum(['element', 'item', 'task', 'document', 'custom_key']),
  uuid: uuidSchema,
});
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;

export const newTransactionSchema = transactionEditsSchema.extend({
  uuid: uuidSchema.optional(),
  name: nameSchema,
});
