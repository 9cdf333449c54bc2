import * as z from 'zod';
import { executedDocumentPageCollection } from '../../collections/executed-document-pages.ts';
import { executedDocumentCollection } from '../../collections/executed-documents.ts';
import {
  executedDocumentPageSchema,
  executedDocumentSchema,
  matchedPageSchema,
  newExecutedDocumentSchema,
  returnedPagePictureSchema,
} from '../../entities/closing/executed-document.ts';
import { packetFileSchema } from '../../entities/signing/packet.ts';
import { createEndpoint, deleteEndpoint, listEndpoint } from '../collection-endpoints.ts';
import { endpoint, idParam } from '../endpoint.ts';

const { path } = executedDocumentPageCollection;

export const executedDocuments = {
  list: listEndpoint(executedDocumentCollection, executedDocumentSchema),
  create: createEndpoint(executedDocumentCollection, {
    input: newExecutedDocumentSchema,
    row: executedDocumentSchema,
  }),
  get: endpoint
    .route({ method: 'GET', path: `${executedDocumentCollection.path}/{id}`, summary: 'A returned file' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(executedDocumentSchema),
  delete: deleteEndpoint(executedDocumentCollection),
  download: endpoint
    .route({
      method: 'POST',
      path: `${executedDocumentCollection.path}/{id}/download`,
      summary:
        'A returned file as it was uploaded, until its release only for the organization that collected it',
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(z.strictObject(idParam))
    .output(packetFileSchema),
};

export const executedDocumentPages = {
  list: listEndpoint(executedDocumentPageCollection, executedDocumentPageSchema),
  picture: endpoint
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'The picture of a returned page' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(returnedPagePictureSchema),
  update: endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Match a returned page to its signatures' })
    .meta({ policy: 'deal', idempotent: true })
    .input(matchedPageSchema.safeExtend(idParam))
    .output(executedDocumentPageSchema),
};
