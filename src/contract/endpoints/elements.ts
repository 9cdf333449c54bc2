import * as z from 'zod';
import {
  elementBulkMoveSchema,
  elementEditsSchema,
  elementSchema,
  newElementSchema,
} from '../entities/element.ts';
import { uuidSchema } from '../entities/row.ts';
import { byTransaction, endpoint, idParam, noContent } from './endpoint.ts';

const path = '/transactions/element';

/** `?transaction=` on a write is optional; a deal that is not the element's is answered 404. */
const optionalDeal = z.object({ transaction: uuidSchema.optional() });

export const elements = {
  list: endpoint
    .route({ method: 'GET', path, summary: "A deal's checklist elements" })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(elementSchema)),
  create: endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: 'Add a header, or the place of an item' })
    .meta({ policy: 'deal', idempotent: true })
    .input(newElementSchema)
    .output(elementSchema),
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
