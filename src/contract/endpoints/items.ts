import * as z from 'zod';
import {
  itemSchema,
  itemsFromDocumentsAnswerSchema,
  itemsFromDocumentsSchema,
  itemUpdateSchema,
  newItemSchema,
} from '../entities/item.ts';
import { byTransaction, endpoint, idParam, noContent } from './endpoint.ts';

const path = '/transactions/item';

export const items = {
  list: endpoint
    .route({ method: 'GET', path, summary: "A deal's items" })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(itemSchema)),
  create: endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: 'Add an instrument to be drafted' })
    .meta({ policy: 'deal', idempotent: true })
    .input(newItemSchema)
    .output(itemSchema),
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
  update: endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Change an item' })
    .meta({ policy: 'deal', idempotent: true })
    .input(itemUpdateSchema.extend(idParam))
    .output(itemSchema),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary: 'Delete an item and its element',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(idParam))
    .output(noContent),
};
