import * as z from 'zod';
import { documentCollection } from '../../collections/documents.ts';
import { documentEditsSchema, documentSchema, newDocumentSchema } from '../../entities/documents/document.ts';
import { createEndpoint, updateEndpoint } from '../collection-endpoints.ts';
import { byTransaction, endpoint, idParam, noContent, queryBoolean } from '../endpoint.ts';

const { path } = documentCollection;

export const documents = {
  list: endpoint
    .route({ method: 'GET', path, summary: "A deal's documents; omit in_queue for all" })
    .meta({ policy: 'deal' })
    .input(
      byTransaction.extend({
        in_queue: queryBoolean.optional(),
        include_thumbnails: queryBoolean.optional(),
      }),
    )
    .output(z.array(documentSchema)),
  create: createEndpoint(documentCollection, { input: newDocumentSchema, row: documentSchema }),
  get: endpoint
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One document, with thumbnails' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(documentSchema),
  update: updateEndpoint(documentCollection, { edits: documentEditsSchema, row: documentSchema }),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      inputStructure: 'detailed',
      successStatus: 204,
      summary: 'Delete a document; with in_queue=true only while it is in the upload queue',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(
      z.object({
        params: z.object(idParam),
        query: z.object({ in_queue: queryBoolean.optional() }).optional(),
      }),
    )
    .output(noContent),
};
