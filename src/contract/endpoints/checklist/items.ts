import * as z from 'zod';
import { itemCollection } from '../../collections/items.ts';
import {
  itemSchema,
  itemsFromDocumentsAnswerSchema,
  itemsFromDocumentsSchema,
  itemUpdateSchema,
  markedPageSchema,
  newItemSchema,
} from '../../entities/checklist/item.ts';
import {
  comparedDocumentSchema,
  documentReplacementSchema,
  replacedDocumentSchema,
} from '../../entities/documents/document-replacement.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';
import { endpoint, idParam } from '../endpoint.ts';

const { path } = itemCollection;

export const items = {
  list: listEndpoint(itemCollection, itemSchema),
  create: createEndpoint(itemCollection, { input: newItemSchema, row: itemSchema }),
  fromDocuments: endpoint
    .route({
      method: 'POST',
      path: `${path}/from_documents`,
      successStatus: 201,
      summary: 'Add uploaded documents to the checklist',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(itemsFromDocumentsSchema)
    .output(itemsFromDocumentsAnswerSchema),
  get: endpoint
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One item' })
    .meta({ policy: 'deal' })
    .input(z.object(idParam))
    .output(itemSchema),
  markPageForSigning: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/mark_page_for_signing`,
      summary: 'Mark a page of the file as a signature page, or unmark it',
      description: 'Without `for_signing`, the mark is toggled. Unmarking removes open assignments.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(markedPageSchema.extend(idParam))
    .output(itemSchema),
  compare: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/compare`,
      summary: 'Compare another version with the current one; repeat the call until the comparison is ready',
    })
    .meta({ policy: 'deal' })
    .input(comparedDocumentSchema.extend(idParam))
    .output(documentReplacementSchema),
  replaceDocument: endpoint
    .route({
      method: 'POST',
      path: `${path}/{id}/replace_document`,
      summary: 'Make another version of a signed document current',
      description:
        'Refused with 409, `unmatched` and `changes` until each marked page has its page in the new version and each change has been reviewed.',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(replacedDocumentSchema.extend(idParam))
    .output(itemSchema),
  update: updateEndpoint(itemCollection, { edits: itemUpdateSchema, row: itemSchema }),
  delete: deleteEndpoint(itemCollection),
};
