import * as z from 'zod';
import { uuidSchema } from '../row.ts';

/** Somebody who has the closing board open. */
export const watcherSchema = z.object({
  user_uuid: uuidSchema,
  full_name: z.string(),
  /** The name of their organization; null for people from support. */
  organization_name: z.string().nullable(),
});
export type Watcher = z.infer<typeof watcherSchema>;
