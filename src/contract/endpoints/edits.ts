import * as z from 'zod';
import { instantSchema } from '../entities/row.ts';
import { endpoint } from './endpoint.ts';

/** How many edits one request may name. */
const AT_MOST = 5000;

export const edits = {
  unknown: endpoint
    .route({
      method: 'POST',
      path: '/edits/unknown',
      summary: 'List the acknowledged edits that the server lost when its database was restored',
    })
    .meta({ policy: 'signed_in' })
    .input(
      z.strictObject({
        /** Idempotency-Keys of the caller, and when the device received the response. */
        edits: z.array(z.strictObject({ key: z.string().min(1).max(200), at: instantSchema })).max(AT_MOST),
      }),
    )
    .output(
      z.object({
        unknown: z.array(z.string()),
        /** The server's last write before the first of them; null = none is unknown, or it can't be determined. */
        restored_to: instantSchema.nullable(),
      }),
    ),
};
