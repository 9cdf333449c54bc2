import * as z from 'zod';
import { elementCollection } from '../../collections/elements.ts';
import {
  elementBulkMoveSchema,
  elementEditsSchema,
  elementSchema,
  newElementSchema,
} from '../../entities/checklist/element.ts';
import { uuidSchema } from '../../entities/row.ts';
import { createEndpoint, listEndpoint } from '../collection-endpoints.ts';
import { endpoint, idParam, noContent } from '../endpoint.ts';

const { path } = elementCollection;

/** `?transaction=` on a write is optional; a deal other than the element's gets a 404. */
const optionalDeal = z.object({ transaction: uuidSchema.optional() });

export const elements = {
  list: listEndpoint(elementCollection, elementSchema),
  create: createEndpoint(elementCollection, { input: newElementSchema, row: elementSchema }),
  bulkUpdate: endpoint
    .route({ method: 'PATCH', path: `${path}/bulk_update`, summary: 'Move several elements as one block' })
    .meta({ policy: 'deal', idempotent: true })
    .input(elementBulkMoveSchema)
    .output(z.array(elementSchema)),
  update: endpoint
    .route({
      method: 'PATCH',
      path: `${path}/{id}`,
      inputStructure: 'detailed',
      summary: 'Rename a header, or move one element',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object({ params: z.object(idParam), query: optionalDeal.optional(), body: elementEditsSchema }))
    .output(elementSchema),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      inputStructure: 'detailed',
      successStatus: 204,
      summary: 'Delete an element; its children move to its parent, in place',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object({ params: z.object(idParam), query: optionalDeal.optional() }))
    .output(noContent),
};
