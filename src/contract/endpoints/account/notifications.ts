import * as z from 'zod';
import { notificationEditsSchema, notificationSchema } from '../../entities/account/notification.ts';
import { endpoint, idParam } from '../endpoint.ts';

const path = '/notifications';

export const notifications = {
  list: endpoint
    .route({ method: 'GET', path, summary: "The user's notifications, newest first" })
    .meta({ policy: 'signed_in' })
    .output(z.array(notificationSchema)),
  update: endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Mark a notification as read' })
    .meta({ policy: 'signed_in', idempotent: true })
    .input(notificationEditsSchema.extend(idParam))
    .output(notificationSchema),
  shareFile: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/share_file`,
      summary: 'Notify the deal’s other participants of the file behind a notification',
    })
    .meta({ policy: 'signed_in', idempotent: true })
    .input(z.strictObject(idParam))
    .output(notificationSchema),
};
