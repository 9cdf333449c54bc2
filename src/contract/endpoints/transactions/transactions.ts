import * as z from 'zod';
import { activitySchema } from '../../entities/transactions/activity.ts';
import { presignedUploadSchema, presignRequestSchema } from '../../entities/documents/document.ts';
import { changesSchema } from '../../entities/transactions/changes.ts';
import { participantSettingsSchema } from '../../entities/transactions/participant.ts';
import { instantSchema, uuidSchema } from '../../entities/row.ts';
import {
  newTransactionSchema,
  restoreRequestSchema,
  transactionEditsSchema,
  transactionSchema,
} from '../../entities/transactions/transaction.ts';
import { endpoint, idParam, noContent, queryBoolean } from '../endpoint.ts';

const path = '/transactions/transaction';

/** The maximum number of deals per page. */
export const DEALS_A_PAGE_MAX = 500;

export const transactions = {
  list: endpoint
    .route({
      method: 'GET',
      path,
      summary:
        "List the user's deals: all of them, newest first, or, with `limit` or `after`, one page, oldest first",
    })
    .meta({ policy: 'signed_in' })
    .input(
      z.object({
        archived: queryBoolean.optional(),
        limit: z.coerce.number().int().min(1).max(DEALS_A_PAGE_MAX).optional(),
        /** The position of the previous page's last deal: `created_at` and `uuid` joined by an underscore. */
        after: z
          .string()
          .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
          .optional(),
      }),
    )
    .output(z.array(transactionSchema)),
  create: endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: 'Open a deal' })
    .meta({ policy: 'signed_in', idempotent: true })
    .input(newTransactionSchema)
    .output(transactionSchema),
  get: endpoint
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One deal' })
    .meta({ policy: 'deal_outline' })
    .input(z.object(idParam))
    .output(transactionSchema),
  update: endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Change a deal' })
    .meta({ policy: 'deal', idempotent: true })
    .input(transactionEditsSchema.extend(idParam))
    .output(transactionSchema),
  delete: endpoint
    .route({ method: 'DELETE', path: `${path}/{id}`, successStatus: 204, summary: 'Delete a deal' })
    .meta({ policy: 'deal_owner', idempotent: true })
    .input(z.object(idParam))
    .output(noContent),
  participantSettings: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/participant_settings`,
      summary: 'Archive a deal for yourself, or bring it back',
    })
    .meta({ policy: 'deal', idempotent: true, own: true })
    .input(participantSettingsSchema.extend(idParam))
    .output(transactionSchema),
  participantLeave: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/participant_leave`,
      successStatus: 204,
      summary: 'Leave a deal',
    })
    .meta({ policy: 'deal', idempotent: true, own: true })
    .input(z.strictObject(idParam))
    .output(noContent),
  reorder: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/reorder`,
      successStatus: 204,
      summary: 'Put sibling items into the given order',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.strictObject({ ...idParam, item_list: z.array(uuidSchema).min(1).max(10_000) }))
    .output(noContent),
  restore: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/restore`,
      successStatus: 204,
      summary: 'Restore what was deleted within the last 30 days',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(restoreRequestSchema.extend(idParam))
    .output(noContent),
  changes: endpoint
    .route({ method: 'GET', path: `${path}/{id}/changes`, summary: 'What changed in a deal since a cursor' })
    .meta({ policy: 'deal' })
    .input(
      z.object({
        ...idParam,
        /** The cursor's version and epoch; without them the response has everything. */
        since: z.coerce.number().int().nonnegative().optional(),
        epoch: z.string().max(100).optional(),
        checksum: queryBoolean.optional(),
      }),
    )
    .output(changesSchema),
  activity: endpoint
    .route({ method: 'GET', path: `${path}/{id}/activity`, summary: 'Who did what in a deal since a cursor' })
    .meta({ policy: 'deal' })
    .input(
      z.object({
        ...idParam,
        /** The cursor's version and epoch; without them the response has the whole log, page by page. */
        since: z.coerce.number().int().nonnegative().optional(),
        epoch: z.string().max(100).optional(),
      }),
    )
    .output(activitySchema),
  viewed: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/viewed`,
      successStatus: 204,
      summary: 'Record that the user opened a deal, for the access log; an offline device can send it later',
    })
    .meta({ policy: 'deal_outline' })
    .input(z.strictObject({ ...idParam, viewed_at: instantSchema }))
    .output(noContent),
  presignUpload: endpoint
    .route({ method: 'POST', path: `${path}/{id}/presigned_url`, summary: 'Where to post a file' })
    .meta({ policy: 'deal' })
    .input(presignRequestSchema.extend(idParam))
    .output(presignedUploadSchema),
};
