import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/**
 * A notification of one user (docs/product/notifications.md, "Notifications"). `title` is a whole sentence. `notification_type`
 * says what happened; it is not a closed list here, because a client may meet newer types. `version` counts the changes of the
 * notification itself.
 */
export const notificationSchema = z.object({
  uuid: uuidSchema,
  level: z.enum(['info', 'success', 'warning', 'error']),
  notification_type: z.string(),
  title: z.string(),
  read: z.boolean(),
  cleared: z.boolean(),
  /** Its subject, if it has one. */
  extra_data: z.object({ transaction: uuidSchema.optional(), document: uuidSchema.optional() }),
  download_urls: z.array(z.string()),
  created_at: instantSchema,
  ...rowFields,
});
export type Notification = z.infer<typeof notificationSchema>;

/** Reading can't be undone (docs/product/notifications.md, "Notifications"). */
export const notificationEditsSchema = z.object({ read: z.literal(true) });
