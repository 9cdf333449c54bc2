import * as z from 'zod';
import { customValueCollection } from '../../collections/custom-values.ts';
import {
  customValueEditsSchema,
  customValueSchema,
  newCustomValueSchema,
  setCustomValuesSchema,
} from '../../entities/signing/custom-value.ts';
import { endpoint } from '../endpoint.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';

export const customValues = {
  list: listEndpoint(customValueCollection, customValueSchema),
  create: createEndpoint(customValueCollection, { input: newCustomValueSchema, row: customValueSchema }),
  update: updateEndpoint(customValueCollection, { edits: customValueEditsSchema, row: customValueSchema }),
  bulkSet: endpoint
    .route({
      method: 'POST',
      path: `${customValueCollection.path}/bulk_set`,
      summary: 'Set, change and clear values of signatories, all of them or none',
      description:
        'Returns the resulting values. If a signatory already has a row for a custom key, the row keeps its id.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(setCustomValuesSchema)
    .output(z.array(customValueSchema)),
  delete: deleteEndpoint(customValueCollection),
};
