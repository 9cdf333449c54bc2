import * as z from 'zod';
import { customKeyEditsSchema, customKeySchema, newCustomKeysSchema } from '../entities/custom-key.ts';
import { byTransaction, endpoint, idParam, noContent } from './endpoint.ts';

const path = '/transactions/custom_key';

export const customKeys = {
  list: endpoint
    .route({ method: 'GET', path, summary: "A deal's custom keys, in order" })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(customKeySchema)),
  bulkCreate: endpoint
    .route({ method: 'POST', path: `${path}/bulk_create`, successStatus: 201, summary: 'Add custom keys' })
    .meta({ policy: 'deal', idempotent: true })
    .input(newCustomKeysSchema)
    .output(z.array(customKeySchema)),
  update: endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Rename a custom key, or move it' })
    .meta({ policy: 'deal', idempotent: true })
    .input(customKeyEditsSchema.extend(idParam))
    .output(customKeySchema),
  delete: endpoint
    .route({ method: 'DELETE', path: `${path}/{id}`, successStatus: 204, summary: 'Delete a custom key' })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(idParam))
    .output(noContent),
};
