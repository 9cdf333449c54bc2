import * as z from 'zod';
import { customKeyCollection } from '../../collections/custom-keys.ts';
import {
  customKeyEditsSchema,
  customKeySchema,
  newCustomKeysSchema,
} from '../../entities/transactions/custom-key.ts';
import { deleteEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';
import { endpoint } from '../endpoint.ts';

export const customKeys = {
  list: listEndpoint(customKeyCollection, customKeySchema),
  bulkCreate: endpoint
    .route({
      method: 'POST',
      path: `${customKeyCollection.path}/bulk_create`,
      successStatus: 201,
      summary: 'Add custom keys',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newCustomKeysSchema)
    .output(z.array(customKeySchema)),
  update: updateEndpoint(customKeyCollection, { edits: customKeyEditsSchema, row: customKeySchema }),
  delete: deleteEndpoint(customKeyCollection),
};
