import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

/**
 * Something that happened, told to one person (docs/product/notifications.md, "Notifications"). `title` is a whole
 * sentence. `notification_type` names what happened; it is no closed list here, since a client meets types newer than
 * itself. `version` counts the changes of the notification itself.
 */
export const notificationSchema = z.object({
  uuid: uuidSchema,
  level: z.enum(['info', 'success', 'warning', 'error']),
  notification_type: z.string(),
  title: z.string(),
  read: z.boolean(),
  cleared: z.boolean(),
  /** What it is about, as far as there is such a thing. */
  extra_data: z.object({ transaction: uuidSchema.optional(), document: uuidSchema.optional() }),
  download_urls: z.array(z.string()),
  created_at: instantSchema,
  ...rowFields,
});
export type Notification = z.infer<typeof notificationSchema>;

/** Read is never unsaid (docs/product/notifications.md, "Notifications"). */
export const notificationEditsSchema = z.object({ read: z.literal(true) });
