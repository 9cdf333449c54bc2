import * as z from 'zod';
import { COLLECTION_NAMES } from '../../contract/collections/deal-collections.ts';
import type { OutboxRow } from '../rows.ts';

const word = z.string().min(1);
export const batchSchema = z.object({
  id: word,
  count: z.number(),
  selected: z.boolean(),
  kept: z.number().optional(),
});

/** Versions of the app before the 11th store named a document to delete by `{ id }`; the bytes on the wire are the same. */
const earlierDeletionSchema = z.strictObject({ id: z.uuid() });
const requestSchema = z
  .object({ endpoint: z.string().regex(/^\w+\.\w+$/), input: z.unknown() })
  .transform((request) => {
    const earlier = earlierDeletionSchema.safeParse(request.input);
    return request.endpoint === 'documents.delete' && earlier.success
      ? { ...request, input: { params: earlier.data } }
      : request;
  });

/** An outbox row as stored on disk. The command parses its arguments. */
export const outboxRowSchema: z.ZodType<OutboxRow> = z.object({
  seq: z.number().optional(),
  id: word,
  lane: word,
  name: word,
  format: z.number(),
  args: z.unknown(),
  madeAt: z.string(),
  state: z.enum(['pending', 'attempted', 'acked']),
  creates: z.array(word),
  refersTo: z.array(word),
  touches: z.array(word),
  baseVersion: z.number().optional(),
  origin: z.string().optional(),
  batch: batchSchema.optional(),
  attemptedAt: z.string().optional(),
  request: requestSchema.optional(),
  lastError: z.string().optional(),
  unreachable: z.boolean().optional(),
  tick: z.number().optional(),
  awaiting: z.array(z.enum(['transactions', 'notifications', ...COLLECTION_NAMES])).optional(),
});
