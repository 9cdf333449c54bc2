import * as z from 'zod';
import { representativeCollection } from '../collections/representatives.ts';
import { signatoryCollection } from '../collections/signatories.ts';
import {
  newRepresentativeSchema,
  representativeEditsSchema,
  representativeSchema,
} from '../entities/representative.ts';
import { uuidSchema } from '../entities/row.ts';
import {
  newSignatoriesSchema,
  newSignatorySchema,
  signatoryEditsSchema,
  signatorySchema,
} from '../entities/signatory.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from './collection-endpoints.ts';
import { endpoint, idParam, noContent } from './endpoint.ts';

export const signatories = {
  list: listEndpoint(signatoryCollection, signatorySchema),
  create: createEndpoint(signatoryCollection, { input: newSignatorySchema, row: signatorySchema }),
  bulkCreate: endpoint
    .route({
      method: 'POST',
      path: `${signatoryCollection.path}/bulk_create`,
      successStatus: 201,
      summary: 'Add signatories',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newSignatoriesSchema)
    .output(z.array(signatorySchema)),
  update: updateEndpoint(signatoryCollection, { edits: signatoryEditsSchema, row: signatorySchema }),
  delete: deleteEndpoint(signatoryCollection),
};

/** `id` is the entity that is represented; `rep` the relation. */
const repParams = { ...idParam, rep: uuidSchema };
const repPath = `${signatoryCollection.path}/{id}/representative/{rep}` as const;

export const representatives = {
  list: listEndpoint(representativeCollection, representativeSchema),
  create: endpoint
    .route({
      method: 'POST',
      path: `${signatoryCollection.path}/{id}/representative`,
      successStatus: 201,
      summary: 'Add a representative to an entity',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newRepresentativeSchema.extend(idParam).strict())
    .output(representativeSchema),
  update: endpoint
    .route({ method: 'PATCH', path: repPath, summary: 'Change how a representative signs for an entity' })
    .meta({ policy: 'deal', idempotent: true })
    .input(representativeEditsSchema.extend(repParams))
    .output(representativeSchema),
  delete: endpoint
    .route({ method: 'DELETE', path: repPath, successStatus: 204, summary: 'Remove a representative' })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(repParams))
    .output(noContent),
};
